import type { Queries } from '#lib/ports/queries.ts';
import { lazily } from './lazily.ts';

const load = () => import('./loaded/queries.ts');

export const queries = lazily<Queries>(async () => (await load()).queries);

/** Where a person waits, whose call may take no longer. */
export const previews = lazily<Queries>(async () => (await load()).previews);
