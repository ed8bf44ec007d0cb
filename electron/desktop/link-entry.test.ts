import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { writeLinkEntry } from './link-entry.ts';

const IMAGE = '/home/anna/My "apps"/$100%/Plinth.AppImage';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  const made = home;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

const entry = () => join(home, '.local/share/applications/plinth.desktop');
const write = (environment: Record<string, string>) =>
  writeLinkEntry({ XDG_DATA_DIRS: join(home, 'system'), ...environment }, home);

test.runIf(process.platform === 'linux')(
  'a running AppImage has an entry for links, at its present place',
  () => {
    write({ APPIMAGE: '/opt/old/Plinth.AppImage' });
    write({ APPIMAGE: IMAGE });
    const lines = readFileSync(entry(), 'utf8').split('\n');
    expect(lines[0]).toBe('[Desktop Entry]');
    expect(lines).toContain('MimeType=x-scheme-handler/plinth;');
    expect(lines).toContain(`TryExec=${IMAGE}`);
    // The specification's own quoting, read back: first of the value, then of the argument.
    const exec = lines.find((line) => line.startsWith('Exec='))!;
    const [, argument] = /^Exec="(.*)" %U$/.exec(exec.replaceAll('\\\\', '\\'))!;
    expect(argument!.replaceAll(/\\(["`$\\])/g, '$1').replaceAll('%%', '%')).toBe(IMAGE);
    // To open a pipe waits for its other end.
    execFileSync('mkfifo', [`${entry()}.${process.pid}.tmp`]);
    write({ APPIMAGE: '/opt/new/Plinth.AppImage' });
    expect(readFileSync(entry(), 'utf8')).toContain('/opt/new/');
    rmSync(entry());
    execFileSync('mkfifo', [entry()]);
    write({ APPIMAGE: IMAGE });
  },
);

test('what is no AppImage, and an installed package, get no entry', () => {
  write({});
  write({ APPIMAGE: 'Plinth.AppImage' });
  const system = join(home, 'system/applications');
  mkdirSync(system, { recursive: true });
  writeFileSync(join(system, 'plinth.desktop'), '[Desktop Entry]\n');
  write({ APPIMAGE: IMAGE });
  expect(existsSync(entry())).toBe(false);
});
