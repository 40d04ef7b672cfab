/** Work that takes longer than one call of the engine, and the place of the run that waits. */
export type LongTask = {
  tenant_id: string;
  bot_exc_id: string;
  lane: string;
  node_id: string;
  input: unknown;
  /** ISO time after which nobody waits for it. */
  until: string;
};

/**
 * Takes long work for the place of a run that waits for it. Whoever does the work reports its end
 * with `reportTask`; begun twice for one place it is one task.
 */
export type LongTasks = { begin(task: LongTask): Promise<void> };
