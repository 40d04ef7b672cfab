import type { Queries } from '#lib/ports/queries.ts';
import { lazyPort } from './lazy-port.ts';

const load = () => import('./loaded/queries.ts');

export const queries = lazyPort<Queries>(async () => (await load()).queries);

/** For calls that a user waits for, which must end sooner. */
export const previewQueries = lazyPort<Queries>(async () => (await load()).queriesForPreviews);
