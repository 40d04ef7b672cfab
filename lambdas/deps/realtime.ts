import type { Realtime } from '#lib/ports/realtime.ts';
import { lazyPort } from './lazy-port.ts';

export const realtime = lazyPort<Realtime>(
  async () => (await import('./loaded/realtime.ts')).realtime,
);
