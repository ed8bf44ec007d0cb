import { isUtf8 } from 'node:buffer';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ConfigurationFault, FaultPlace } from '../../../shared/configuration-fault.ts';
import { removeFile, replaceByRename } from '../../platform/held-file.ts';
import { readRegularFile } from '../../platform/regular-file.ts';

/** Exceeds the size of any harness's settings. A larger file is not a settings file. */
export const MAX_CONFIGURATION_BYTES = 1_048_576;

/** Plinth refuses to change a harness's file. */
export class ConfigurationRefused extends Error {
  readonly fault: ConfigurationFault;
  readonly where: FaultPlace;

  constructor(fault: ConfigurationFault, where: FaultPlace = {}) {
    super(fault);
    this.fault = fault;
    this.where = where;
  }
}

/** Returns a result, or undefined where Plinth would refuse to change the file. */
export function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigurationRefused) return undefined;
    throw error;
  }
}

/**
 * A configuration file and its text. `target` is the resolved path; `text` is undefined where the file does not
 * exist.
 */
export interface ConfigurationFile {
  path: string;
  target: string;
  text: string | undefined;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Windows refuses access to a file that another program has open. */
const REFUSED_ACCESS = process.platform === 'win32' ? 'locked' : 'no_access';
const FAULTS_OF_SYSTEM: Readonly<Record<string, ConfigurationFault>> = {
  EACCES: REFUSED_ACCESS,
  EPERM: REFUSED_ACCESS,
  EBUSY: 'locked',
  EDQUOT: 'disk_full',
  ELOOP: 'link_loop',
  ENOSPC: 'disk_full',
  ENOTDIR: 'folder_is_file',
  EROFS: 'read_only_volume',
};

/** Returns the refusal for an error of the system. */
function refusedBy(error: unknown): ConfigurationRefused {
  if (error instanceof ConfigurationRefused) return error;
  return new ConfigurationRefused(FAULTS_OF_SYSTEM[codeOf(error) ?? ''] ?? 'unwritable');
}

/** Reads a file of the user and follows links. Throws {@link ConfigurationRefused}. */
export function readConfiguration(path: string): ConfigurationFile {
  const refuse = (fault: ConfigurationFault) => {
    throw new ConfigurationRefused(fault);
  };
  let isLink = false;
  try {
    isLink = lstatSync(path).isSymbolicLink();
    const target = realpathSync(path);
    const file = readRegularFile(target, MAX_CONFIGURATION_BYTES);
    if (typeof file === 'string') return refuse(statSync(target).isDirectory() ? 'is_folder' : file);
    const { bytes, status } = file;
    // An attacker can plant a link to another user's file and have Plinth write through it.
    if (process.getuid !== undefined && status.uid !== process.getuid()) refuse('foreign_owner');
    // UTF-16 has a mark of its own, or a zero byte beside each letter of Latin.
    if (/^(?:\xff\xfe|\xfe\xff|\0.|.\0)/s.test(bytes.toString('latin1', 0, 2))) refuse('utf16');
    if (!isUtf8(bytes)) refuse('not_utf8');
    return { path, target, text: bytes.toString('utf8') };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw refusedBy(error);
    return isLink ? refuse('dangling_link') : { path, target: path, text: undefined };
  }
}

/** Throws when another program changed the file after it was read. */
function assertUnchanged(file: ConfigurationFile): void {
  const now = readConfiguration(file.path);
  if (now.text !== file.text || now.target !== file.target) {
    throw new ConfigurationRefused('changed_meanwhile');
  }
}

/** Throws {@link ConfigurationRefused} where a file cannot be written or created, as far as that is known before. */
export function assertWritable({ target, text }: ConfigurationFile): void {
  if (existsSync(`${target}.lock`)) throw new ConfigurationRefused('locked');
  try {
    // Checks the mode bits, because root can write to a file that its owner protected.
    const status = text === undefined ? undefined : statSync(target);
    if (status !== undefined && (status.mode & 0o222) === 0) throw new ConfigurationRefused('read_only');
    let folder = dirname(target);
    while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
    if (!statSync(folder).isDirectory()) throw new ConfigurationRefused('folder_is_file');
    // A file with one name is replaced by a new one of its folder.
    accessSync(status !== undefined && status.nlink > 1 ? target : folder, constants.W_OK);
  } catch (error) {
    throw refusedBy(error);
  }
}

/** Creates the missing folders of a file and returns them, outermost first. */
export function makeFoldersOf(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  try {
    for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw refusedBy(error);
  }
  return missing;
}

/** Removes the folders that were created for a file, as long as they are empty. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

/** Writes into a file that has several names. A renamed file would have only one of them. */
function overwrite(file: ConfigurationFile, text: string): void {
  const write = (content: string) => {
    const descriptor = openSync(file.target, 'r+');
    try {
      const bytes = Buffer.from(content);
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
      ftruncateSync(descriptor, bytes.length);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  };
  try {
    write(text);
  } catch (error) {
    // The disk may be full. The text from before fits.
    write(file.text ?? '');
    throw refusedBy(error);
  }
}

/**
 * Replaces a file's text atomically. The mode, the owner and links to the file are kept. `beforeRename` runs
 * immediately before the rename, when nothing has changed yet. Throws {@link ConfigurationRefused}.
 */
export function replaceConfiguration(
  file: ConfigurationFile,
  text: string,
  beforeRename: () => void = () => {},
): void {
  assertWritable(file);
  if (file.text !== undefined && statSync(file.target).nlink > 1) {
    beforeRename();
    assertUnchanged(file);
    overwrite(file, text);
    return;
  }
  const temporary = join(dirname(file.target), `.${basename(file.target)}.plinth-${process.pid}`);
  try {
    const status = file.text === undefined ? undefined : statSync(file.target);
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (status !== undefined) {
      chmodSync(temporary, status.mode & 0o7777);
      if (process.platform !== 'win32') chownSync(temporary, status.uid, status.gid);
    }
    beforeRename();
    assertUnchanged(file);
    replaceByRename(temporary, file.target);
  } catch (error) {
    removeFile(temporary);
    throw refusedBy(error);
  }
}

/** Deletes a file that Plinth created. Throws {@link ConfigurationRefused}. */
export function deleteConfiguration(file: ConfigurationFile): void {
  assertWritable(file);
  assertUnchanged(file);
  try {
    removeFile(file.target);
    // The link would now dangle and prevent the next connect.
    if (file.path !== file.target) removeFile(file.path);
  } catch (error) {
    throw refusedBy(error);
  }
}
