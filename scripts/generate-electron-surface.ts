import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The facts that Electron’s type definitions state about one member or event. */
interface SurfaceMember {
  /** The platforms that have it, in Node’s names. Absent when all have it. */
  platforms?: string[];
  declaration: string;
}

export interface SurfaceType {
  extends: string | null;
  static: Record<string, SurfaceMember>;
  members: Record<string, SurfaceMember>;
  events: Record<string, SurfaceMember>;
}

interface ElectronSurface {
  version: string;
  types: Record<string, SurfaceType>;
}

/** The types that the shell uses. */
const TYPES = [
  'App',
  'BaseWindow',
  'BrowserWindow',
  'Clipboard',
  'CommandLine',
  'ContextBridge',
  'Dialog',
  'Dock',
  'IpcMain',
  'IpcRenderer',
  'Menu',
  'MenuItem',
  'NativeImage',
  'NativeTheme',
  'Notification',
  'Protocol',
  'Session',
  'Shell',
  'Tray',
  'WebContents',
  'WebFrameMain',
  'WebRequest',
];

const TYPE_START = /^ {2}(?:interface|class) (\w+)(?: extends ([\w.]+))? \{$/;
const TYPE_END = '  }';
const MEMBER_INDENT = '    ';
const PLATFORM = /@platform ([\w,]+)/;
const EVENT = /^(?:static )?on\(event: '([\w-]+)'/;
/** The same event again, for the other methods to add or remove a listener. */
const EVENT_AGAIN = /^(?:off|once|addListener|removeListener)\(event: '/;
const MEMBER = /^(static )?(?:readonly )?(\w+)[?]?[(:<]/;

function addMember(type: SurfaceType, text: string, comment: string): void {
  const declaration = text.replaceAll(/\s+/g, ' ').trim();
  if (EVENT_AGAIN.test(declaration)) return;
  const platforms = PLATFORM.exec(comment)?.[1]?.split(',');
  const member = platforms === undefined ? { declaration } : { platforms, declaration };
  const event = EVENT.exec(declaration)?.[1];
  if (event !== undefined) {
    type.events[event] = member;
    return;
  }
  const [, isStatic, name] = MEMBER.exec(declaration) ?? [];
  if (name === undefined || name === 'constructor') return;
  const members = isStatic === undefined ? type.members : type.static;
  const earlier = members[name];
  // Overloads are one member.
  members[name] =
    earlier === undefined ? member : { ...earlier, declaration: `${earlier.declaration} ${declaration}` };
}

function readType(lines: readonly string[], start: number, superType: string | undefined): SurfaceType {
  const type: SurfaceType = { extends: superType ?? null, static: {}, members: {}, events: {} };
  let comment = '';
  let text = '';
  let inComment = false;
  let isMemberComment = false;
  const flush = () => {
    if (text !== '') addMember(type, text, comment);
    text = '';
  };
  for (let at = start + 1; lines[at] !== TYPE_END; at += 1) {
    const line = lines[at] ?? '';
    const trimmed = line.trim();
    const opens = trimmed.startsWith('/**');
    // A comment at a deeper indent belongs to a parameter in the middle of a declaration.
    const isMembers = opens && line.indexOf('/') === MEMBER_INDENT.length;
    if (isMembers) {
      flush();
      comment = '';
    }
    if (opens || inComment) {
      isMemberComment = opens ? isMembers : isMemberComment;
      if (isMemberComment) comment += `${trimmed}\n`;
      inComment = !trimmed.endsWith('*/');
    } else if (trimmed !== '' && !trimmed.startsWith('//')) {
      const begins =
        line.startsWith(MEMBER_INDENT) && line[MEMBER_INDENT.length] !== ' ' && /^\w/.test(trimmed);
      if (begins && text !== '') {
        flush();
        // The comment belongs to the first declaration after it.
        comment = '';
      }
      text += `${trimmed} `;
    }
  }
  flush();
  return type;
}

/**
 * Reads the members of {@link TYPES} on each platform from electron.d.ts. A generator of Electron’s writes the
 * layout of that file.
 */
function readElectronSurface(): ElectronSurface {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const lines = readFileSync(join(folder, 'electron.d.ts'), 'utf8').split('\n');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const types: Record<string, SurfaceType> = {};
  lines.forEach((line, at) => {
    const [, name, superType] = TYPE_START.exec(line) ?? [];
    if (name === undefined || !TYPES.includes(name) || name in types) return;
    types[name] = readType(lines, at, superType);
  });
  const missing = TYPES.filter((name) => !(name in types));
  if (missing.length > 0) throw new Error(`electron.d.ts does not declare ${missing.join(', ')}`);
  return { version, types };
}

export const SURFACE_FILE = 'electron/desktop/generated/electron-surface.json';

/** Returns the generated file with one member per line, so that a new Electron shows its changes. */
export function surfaceText(): string {
  const { version, types } = readElectronSurface();
  const section = (name: string, members: Record<string, SurfaceMember>) => {
    const lines = Object.entries(members).map(
      ([member, about]) => `        ${JSON.stringify(member)}: ${JSON.stringify(about)}`,
    );
    return `      "${name}": {${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n      `}}`;
  };
  const texts = Object.entries(types).map(
    ([name, type]) =>
      `    "${name}": {\n      "extends": ${JSON.stringify(type.extends)},\n${[
        section('static', type.static),
        section('members', type.members),
        section('events', type.events),
      ].join(',\n')}\n    }`,
  );
  return `{\n  "version": "${version}",\n  "types": {\n${texts.join(',\n')}\n  }\n}\n`;
}

if (import.meta.main) {
  mkdirSync(dirname(join(root, SURFACE_FILE)), { recursive: true });
  writeFileSync(join(root, SURFACE_FILE), surfaceText());
}
