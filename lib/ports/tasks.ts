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
 * Hands long work over to `performTask`, durably: it is called at least once, and again after it
 * threw or died, until it has ended. A task is cancelled by what ends the wait for it (the run ends
 * or is stopped, its time is over): the claim in the pause goes with it.
 */
export type LongTasks = { begin(task: LongTask): Promise<void> };
