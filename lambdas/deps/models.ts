import type { Models } from '#lib/ports/model.ts';
import { lazily } from './lazily.ts';

export const models = lazily<Models>(async () => (await import('./loaded/models.ts')).models);
