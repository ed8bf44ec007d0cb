/** The beginnings of paths of Windows, where either slash and either case names one file. */
const OF_WINDOWS = /^(?:[A-Za-z]:|~?\\|\/\/)/;

/** Returns true for a path that begins as only Windows writes it: `C:/work`, `~\work`, `\\server\share`. */
export const isOfWindows = (path: string): boolean => OF_WINDOWS.test(path);

const oneForm = (path: string): string =>
  isOfWindows(path) ? path.replaceAll('\\', '/').toLowerCase() : path;

/** Returns the part of a path below a folder, whichever slashes its system has, or undefined if it is elsewhere. */
export function pathBelow(path: string, folder: string): string | undefined {
  const end = /[\\/]$/.test(folder) ? folder.length - 1 : folder.length;
  const isInside =
    folder !== '' &&
    /^[\\/]./.test(path.slice(end)) &&
    oneForm(path.slice(0, end)) === oneForm(folder.slice(0, end));
  return isInside ? path.slice(end + 1) : undefined;
}

/** Returns true if a path is a folder or lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  oneForm(path) === oneForm(folder) || pathBelow(path, folder) !== undefined;

/** Returns the part of a path of this computer below one of the record, which has `~` for the home folder. */
export function belowRecorded(path: string, recorded: string): string {
  const known = recorded.replace(/^~/, '').replaceAll('\\', '/');
  const at = path.replaceAll('\\', '/').indexOf(known);
  return at < 0 ? path : path.slice(at + known.length).replace(/^[\\/]/, '');
}
