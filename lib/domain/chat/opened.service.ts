import type { Page } from '#lib/kernel/page.ts';
import type { Execution } from '../executions/execution.schema.ts';
import { opensAt } from './opens-at.rules.ts';
import { standing } from './thread.rules.ts';
import type { ChatThread } from './thread.schema.ts';
import type { threadStore } from './thread.store.ts';

/** Threads of a run that are looked at for the one that its chat opens at. */
const mostLookedAt = 200;

type Threads = ReturnType<typeof threadStore>;

/** Whether an agent that waits for people waits for whoever reads. */
export type IsAsked = (thread: ChatThread, run: Execution) => Promise<boolean>;

/** How a thread stands for whoever reads: what others are asked, it does not wait for. */
export const standingFor = async (
  thread: ChatThread,
  run: Execution,
  isAsked: IsAsked,
): Promise<ChatThread> => {
  const { waiting_for, ...stands } = standing(thread, run);
  return waiting_for && (await isAsked({ ...stands, waiting_for }, run))
    ? { ...stands, waiting_for }
    : stands;
};

/** One that waits for a message: the run names it, however long ago it began. */
const asking = (threads: Threads, { waiting_for, waits }: Execution) => {
  const waiting = [...(waiting_for ? [waiting_for] : []), ...Object.values(waits)];
  const id = waiting.find(({ kind }) => kind === 'message')?.thread?.chat_thread_id;
  return id === undefined ? undefined : threads.get(id);
};

/** The thread that a chat opens at, where the first page of its threads does not hold it. */
export const openedBehind = async (
  threads: Threads,
  run: Execution,
  { items, next }: Page<ChatThread>,
  isAsked: IsAsked,
): Promise<ChatThread | undefined> => {
  if (next === undefined) return undefined;
  const asks = await asking(threads, run);
  const known = asks ? [asks] : [];
  for await (const thread of threads.allOfRun(run._id)) {
    if (known.length === mostLookedAt) break;
    known.push(thread);
  }
  const stand = await Promise.all(known.map((thread) => standingFor(thread, run, isAsked)));
  const opened = opensAt(stand);
  return items.some(({ _id }) => _id === opened?._id) ? undefined : opened;
};
