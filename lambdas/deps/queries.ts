import type { Queries } from '#lib/ports/queries.ts';
import { lazily } from './lazily.ts';

const load = () => import('./loaded/queries.ts');

export const queries = lazily<Queries>(async () => (await load()).queries);

/** For calls that a user waits for, which must end sooner. */
export const previews = lazily<Queries>(async () => (await load()).previews);
