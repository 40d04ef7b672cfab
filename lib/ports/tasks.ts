/**
 * Work that takes longer than one call of the engine, by the place of the run that waits for it and
 * the time (ISO) after which nobody does.
 */
export type LongTask = {
  tenant_id: string;
  bot_exc_id: string;
  lane: string;
  node_id: string;
  until: string;
};

/**
 * Hands long work over, durably: begun twice for the same place and time it is one task. Whoever
 * does it ends the wait by its report. A task is cancelled by what ends the wait for it (the run
 * ends or is stopped, its time is over).
 */
export type LongTasks = { begin(task: LongTask): Promise<void> };
