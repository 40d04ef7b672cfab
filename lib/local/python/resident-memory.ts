import { readFileSync } from 'node:fs';

/** Bytes of a process that are in memory; undefined where the system does not tell. */
const residentMemory = (pid: number): number | undefined => {
  try {
    const [, size] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return size === undefined ? undefined : Number(size) * 1024;
  } catch {
    return undefined;
  }
};

/** Calls back when a process has more in memory than it may; the answer ends the watch. */
export const watchMemory = (pid: number, most: number, exceeded: () => void): (() => void) => {
  const timer = setInterval(() => {
    if ((residentMemory(pid) ?? 0) > most) exceeded();
  }, 50);
  return () => clearInterval(timer);
};
