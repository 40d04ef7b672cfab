import { readFileSync } from 'node:fs';

/** The resident memory of a process in bytes; undefined if the system does not report it. */
const residentMemory = (pid: number): number | undefined => {
  try {
    const [, size] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return size === undefined ? undefined : Number(size) * 1024;
  } catch {
    return undefined;
  }
};

/** Calls back when a process uses too much memory; the returned function ends the watch. */
export const watchMemory = (
  pid: number,
  maxBytes: number,
  onExceeded: () => void,
): (() => void) => {
  const timer = setInterval(() => {
    if ((residentMemory(pid) ?? 0) > maxBytes) onExceeded();
  }, 50);
  return () => clearInterval(timer);
};
