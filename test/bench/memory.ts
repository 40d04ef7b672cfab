import { readFileSync } from 'node:fs';
import type { Embedded } from '#test/support/embedded.ts';

const megabytes = (product: Embedded, line: RegExp): number => {
  const status = readFileSync(`/proc/${product.child().pid}/status`, 'utf8');
  return Number(line.exec(status)?.[1]) / 1024;
};

/** What the process of the product takes of the machine's memory. */
export const megabytesOf = (product: Embedded): number => megabytes(product, /VmRSS:\s+(\d+)/);

/** The most that it has ever taken. */
export const peakMegabytesOf = (product: Embedded): number => megabytes(product, /VmHWM:\s+(\d+)/);
