import type { Place } from '#lib/domain/executions/pause.store.ts';

/** Work that takes longer than one call of the engine; `until` (ISO) is when nobody waits longer. */
export type LongTask = Place & { tenant_id: string; input: unknown; until: string };

/**
 * Takes long work for the place of a run that waits for it. Whoever does the work reports its end
 * with `reportTask`; begun twice for one place it is one task.
 */
export type LongTasks = { begin(task: LongTask): Promise<void> };
