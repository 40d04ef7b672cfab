import type { LiveDeps } from '#lib/domain/inventory/queries/live.service.ts';

/** Where only the last scans are queried: nobody reads an account. */
export const noLive: LiveDeps = { clock: () => 0, collectorFor: () => undefined };
