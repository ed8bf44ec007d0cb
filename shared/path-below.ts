/** Returns the part of a path below a folder, whichever slashes its system has, or undefined if it is elsewhere. */
export function pathBelow(path: string, folder: string): string | undefined {
  const isInside = folder !== '' && path.startsWith(folder) && /^[\\/]./.test(path.slice(folder.length));
  return isInside ? path.slice(folder.length + 1) : undefined;
}
