/**
 * Work that takes longer than one call of the engine, identified by the place in the run that waits
 * for it and the time (ISO) until which it waits.
 */
export type LongTask = {
  tenant_id: string;
  bot_exc_id: string;
  lane: string;
  node_id: string;
  until: string;
};

/**
 * Hands over long work durably: `begin` twice for the same place and time creates one task. The
 * worker's report ends the wait. A task is cancelled when the wait ends otherwise: the run ends or
 * is stopped, or its time is over.
 */
export type LongTasks = { begin(task: LongTask): Promise<void> };
