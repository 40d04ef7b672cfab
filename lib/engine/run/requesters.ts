import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { startersOf } from '#lib/domain/executions/history/history.rules.ts';
import type { Database } from '#lib/kernel/database.ts';

/** The most levels of parent runs that are examined. */
const maxParentDepth = 10;

/** The people who wrote into a thread. */
export const writersTo = async (
  db: Database,
  tenantId: string,
  threadId: string,
): Promise<string[]> => {
  const writers: string[] = [];
  for await (const { role, by } of threadStore(db, tenantId).marks(threadId)) {
    if (role === 'user' && by !== undefined) writers.push(by);
  }
  return writers;
};

type Run = Pick<Execution, 'tenant_id' | '_id'>;

const threadsOf = async (db: Database, { tenant_id, _id }: Run): Promise<ChatThread[]> => {
  const threads = [];
  for await (const thread of threadStore(db, tenant_id).allOfRun(_id)) threads.push(thread);
  return threads;
};

const writersToAll = async (db: Database, { tenant_id }: Run, threads: ChatThread[]) => {
  const open = threads.filter((one) => one.agent_context_info.allow_user_interaction);
  return (await Promise.all(open.map(({ _id }) => writersTo(db, tenant_id, _id)))).flat();
};

/** The people who wrote to any agent of a run: a message to one may influence what another asks. */
export const writersIn = async (db: Database, run: Run): Promise<string[]> =>
  writersToAll(db, run, await threadsOf(db, run));

/**
 * The people who wrote to the agent that started a run, or, if it is unknown, to any of the parent.
 */
const writersInParent = async (db: Database, above: Run, started: Run): Promise<string[]> => {
  const threads = await threadsOf(db, above);
  const own = threads.filter((one) => one.session_generated_bot_exc_id === started._id);
  return writersToAll(db, above, own.length > 0 ? own : threads);
};

export type Requesters = { starters: string[]; writers: string[] };

/**
 * The people behind a run: those who started it or one of its parent runs, and those who wrote to
 * an agent that started it. Where others must decide, none of these people may.
 */
export const findRequesters = async (db: Database, run: Execution, up = 0): Promise<Requesters> => {
  const { tenant_id, trigger } = run;
  const own = startersOf(run);
  if (up === maxParentDepth || !('bot_exc_id' in trigger)) return { starters: own, writers: [] };
  const above = await executionStore(db, tenant_id).get(trigger.bot_exc_id);
  if (!above) return { starters: own, writers: [] };
  const { starters, writers } = await findRequesters(db, above, up + 1);
  const wrote = trigger.type === 'agent' ? await writersInParent(db, above, run) : [];
  return {
    starters: [...new Set([...own, ...starters])],
    writers: [...new Set([...writers, ...wrote])],
  };
};
