import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Figure = { what: string; measured: string; goal: string };

/** In a folder that is gone afterwards. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Milliseconds of processor time of this process since then: they hardly follow the load. */
export const processorSince = (then: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(then);
  return (user + system) / 1000;
};
