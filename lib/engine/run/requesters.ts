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
  const interactiveThreads = threads.filter((one) => one.agent_context_info.allow_user_interaction);
  return (
    await Promise.all(interactiveThreads.map(({ _id }) => writersTo(db, tenant_id, _id)))
  ).flat();
};

/** The people who wrote to any agent of a run: a message to one may influence what another asks. */
export const writersIn = async (db: Database, run: Run): Promise<string[]> =>
  writersToAll(db, run, await threadsOf(db, run));

/**
 * The people who wrote to the agent that started a run, or, if it is unknown, to any of the parent.
 */
const writersInParent = async (db: Database, parentRun: Run, childRun: Run): Promise<string[]> => {
  const threads = await threadsOf(db, parentRun);
  const starterThreads = threads.filter((one) => one.session_generated_bot_exc_id === childRun._id);
  return writersToAll(db, parentRun, starterThreads.length > 0 ? starterThreads : threads);
};

export type Requesters = { starters: string[]; writers: string[] };

/**
 * The people behind a run: those who started it or one of its parent runs, and those who wrote to
 * an agent that started it. Where others must decide, none of these people may.
 */
export const findRequesters = async (
  db: Database,
  run: Execution,
  depth = 0,
): Promise<Requesters> => {
  const { tenant_id, trigger } = run;
  const ownStarters = startersOf(run);
  if (depth === maxParentDepth || !('bot_exc_id' in trigger))
    return { starters: ownStarters, writers: [] };
  const parentRun = await executionStore(db, tenant_id).get(trigger.bot_exc_id);
  if (!parentRun) return { starters: ownStarters, writers: [] };
  const { starters, writers } = await findRequesters(db, parentRun, depth + 1);
  const parentWriters = trigger.type === 'agent' ? await writersInParent(db, parentRun, run) : [];
  return {
    starters: [...new Set([...ownStarters, ...starters])],
    writers: [...new Set([...writers, ...parentWriters])],
  };
};
