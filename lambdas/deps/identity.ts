import type { Identity } from '#lib/ports/identity.ts';
import { lazily } from './lazily.ts';

export const identity = lazily<Identity>(
  async () => (await import('./loaded/identity.ts')).identity,
);
