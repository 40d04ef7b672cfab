import { readFileSync } from 'node:fs';
import type { Embedded } from '#test/support/embedded.ts';

const megabytes = (product: Embedded, line: RegExp): number => {
  const status = readFileSync(`/proc/${product.child().pid}/status`, 'utf8');
  return Number(line.exec(status)?.[1]) / 1024;
};

/** The memory that the product's process uses (MB). */
export const megabytesOf = (product: Embedded): number => megabytes(product, /VmRSS:\s+(\d+)/);

/** The most memory that it has ever used (MB). */
export const peakMegabytesOf = (product: Embedded): number => megabytes(product, /VmHWM:\s+(\d+)/);
