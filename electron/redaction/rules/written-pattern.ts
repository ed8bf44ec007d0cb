/** Makes the pattern of a row of data: its source alone, or between slashes with flags, as in `/^test$/i`. */
export function writtenPattern(written: string): RegExp {
  const [, source = written, flags] = /^\/(.+)\/([im]+)$/s.exec(written) ?? [];
  return new RegExp(source, flags);
}
