import { readFileSync } from 'node:fs';
import type { Embedded } from '#test/support/embedded.ts';

/** What the process of the product takes of the machine's memory. */
export const megabytesOf = (product: Embedded): number => {
  const status = readFileSync(`/proc/${product.child().pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
};
