import { readFileSync } from 'node:fs';

const KILOBYTES_TO_MEGABYTES = 1024 / 1e6;

/** Reads a figure of a process from the operating system, in megabytes of 1,000,000 bytes. Only for Linux. */
export function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)![1]) * KILOBYTES_TO_MEGABYTES;
}
