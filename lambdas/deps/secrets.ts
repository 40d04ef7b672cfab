import type { Secrets } from '#lib/ports/secrets.ts';
import { lazyPort } from './lazy-port.ts';

export const secrets = lazyPort<Secrets>(async () => (await import('./loaded/secrets.ts')).secrets);
