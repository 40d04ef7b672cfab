import type { LiveDeps } from '#lib/domain/inventory/queries/live-tables.service.ts';

/** For tests that query only the last scans: no account is read live. */
export const noLive: LiveDeps = { clock: () => 0, collectorFor: () => undefined };
