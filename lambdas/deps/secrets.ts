import type { Secrets } from '#lib/ports/secrets.ts';
import { lazily } from './lazily.ts';

export const secrets = lazily<Secrets>(async () => (await import('./loaded/secrets.ts')).secrets);
