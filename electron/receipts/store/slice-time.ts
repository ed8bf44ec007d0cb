/** Processor time that one slice of a deletion aims at. Events wait for a slice. */
export const SLICE_MS = 6;

/** Returns the processor time of this thread. The time of a clock would include what other programs take on a busy machine. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
