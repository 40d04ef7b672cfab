import type { Models } from '#lib/ports/model.ts';
import { lazyPort } from './lazy-port.ts';

export const models = lazyPort<Models>(async () => (await import('./loaded/models.ts')).models);
