import type { Identity } from '#lib/ports/identity.ts';
import { lazyPort } from './lazy-port.ts';

export const identity = lazyPort<Identity>(
  async () => (await import('./loaded/identity.ts')).identity,
);
