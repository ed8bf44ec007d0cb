import { isUtf8 } from 'node:buffer';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ConfigurationFault } from '../../../shared/bridge.ts';
import { readRegularFile } from '../../platform/regular-file.ts';
import { MAX_CONFIGURATION_BYTES } from './regular-file.ts';

/** Plinth refuses to change a harness's file. */
export class ConfigurationRefused extends Error {
  readonly fault: ConfigurationFault;
  readonly path: string;

  constructor(fault: ConfigurationFault, path: string) {
    super(fault);
    this.fault = fault;
    this.path = path;
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

/** Reads a file of the user and follows links. Throws {@link ConfigurationRefused}. */
export function readConfiguration(path: string): ConfigurationFile {
  let link = false;
  try {
    link = lstatSync(path).isSymbolicLink();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') {
      return { path, target: path, text: undefined };
    }
    throw new ConfigurationRefused('unwritable', path);
  }
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    throw new ConfigurationRefused(link ? 'dangling_link' : 'unwritable', path);
  }
  let file: ReturnType<typeof readRegularFile>;
  try {
    file = readRegularFile(target, MAX_CONFIGURATION_BYTES);
  } catch (error) {
    throw new ConfigurationRefused(codeOf(error) === 'EISDIR' ? 'not_a_file' : 'locked', path);
  }
  if (typeof file === 'string') throw new ConfigurationRefused(file, path);
  const { bytes, status } = file;
  // An attacker can plant a link to another user's file and have Plinth write through it.
  if (process.getuid !== undefined && status.uid !== process.getuid()) {
    throw new ConfigurationRefused('foreign_owner', path);
  }
  if (!isUtf8(bytes)) throw new ConfigurationRefused('not_utf8', path);
  return { path, target, text: bytes.toString('utf8') };
}

/** Throws when another program changed the file after it was read. */
function assertUnchanged(file: ConfigurationFile): void {
  const now = readConfiguration(file.path);
  if (now.text !== file.text || now.target !== file.target) {
    throw new ConfigurationRefused('changed_meanwhile', file.path);
  }
}

function assertWritable(file: ConfigurationFile): void {
  if (existsSync(`${file.target}.lock`)) throw new ConfigurationRefused('locked', file.path);
  if (file.text === undefined) return;
  // Checks the mode bits, because root can write to a file that its owner protected.
  if ((statSync(file.target).mode & 0o222) === 0) throw new ConfigurationRefused('read_only', file.path);
}

/** Creates the missing folders of a file and returns them, outermost first. */
export function makeFoldersOf(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  try {
    for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
  } catch {
    throw new ConfigurationRefused('unwritable', path);
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
  } catch {
    // The disk may be full. The text from before fits.
    write(file.text ?? '');
    throw new ConfigurationRefused('unwritable', file.path);
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
    renameSync(temporary, file.target);
  } catch (error) {
    rmSync(temporary, { force: true });
    if (error instanceof ConfigurationRefused) throw error;
    const busy = ['EBUSY', 'EPERM', 'ETXTBSY'].includes(codeOf(error) ?? '');
    throw new ConfigurationRefused(busy ? 'locked' : 'unwritable', file.path);
  }
}

/** Deletes a file that Plinth created. Throws {@link ConfigurationRefused}. */
export function deleteConfiguration(file: ConfigurationFile): void {
  assertWritable(file);
  assertUnchanged(file);
  try {
    rmSync(file.target);
    // The link would now dangle and prevent the next connect.
    if (file.path !== file.target) rmSync(file.path, { force: true });
  } catch {
    throw new ConfigurationRefused('unwritable', file.path);
  }
}
