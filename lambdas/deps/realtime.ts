import type { Realtime } from '#lib/ports/realtime.ts';
import { lazily } from './lazily.ts';

export const realtime = lazily<Realtime>(
  async () => (await import('./loaded/realtime.ts')).realtime,
);
