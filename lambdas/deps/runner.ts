import type { MachineName } from '#lib/machines.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { lazyPort } from './lazy-port.ts';

const runnerOf = (machine: MachineName): Runner =>
  lazyPort<Runner>(async () => (await import('./loaded/runner.ts')).runnerOf(machine));

/** Runs bots. */
export const runner = runnerOf('bot-run');

/** Scans integrations. */
export const scanner = runnerOf('inventory-run');
