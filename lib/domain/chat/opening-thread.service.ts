import type { Page } from '#lib/kernel/page.ts';
import type { Execution } from '../executions/execution.schema.ts';
import { wholeRun } from '../executions/lanes/lane.rules.ts';
import { openingThreadOf } from './opening-thread.rules.ts';
import { isWaitForPeople, threadIdOf, withCurrentStatus } from './thread.rules.ts';
import type { ChatThread } from './thread.schema.ts';
import type { threadStore } from './thread.store.ts';

/** Maximum number of threads examined for the one to open, besides those that ask people. */
const maxThreadsExamined = 200;

type ThreadStore = ReturnType<typeof threadStore>;

/** Returns whether an AI agent that waits for people waits for the reader. */
export type IsReaderAsked = (thread: ChatThread, run: Execution) => Promise<boolean>;

/** A thread with its status as shown to the reader: waits for other people are left out. */
export const threadForReader = async (
  thread: ChatThread,
  run: Execution,
  isReaderAsked: IsReaderAsked,
): Promise<ChatThread> => {
  const { waiting_for, ...threadFields } = withCurrentStatus(thread, run);
  return waiting_for && (await isReaderAsked({ ...threadFields, waiting_for }, run))
    ? { ...threadFields, waiting_for }
    : threadFields;
};

/** Ids of the threads that wait for people, taken from the run, however old the threads are. */
const waitingThreadIdsOf = (run: Execution): string[] => {
  const runWaits = run.waiting_for ? [{ ...run.waiting_for, lane: wholeRun }] : [];
  return [...runWaits, ...Object.values(run.waits)]
    .filter(({ kind }) => isWaitForPeople(kind))
    .map(({ lane, node_id }) => threadIdOf(run, lane, node_id));
};

/** The thread at which a chat opens, if it is not on the first page of its threads. */
export const findOpeningThread = async (
  threads: ThreadStore,
  run: Execution,
  { items, next }: Page<ChatThread>,
  isReaderAsked: IsReaderAsked,
): Promise<ChatThread | undefined> => {
  if (next === undefined) return undefined;
  const examinedThreads: ChatThread[] = [];
  for await (const thread of threads.allOfRun(run._id)) {
    if (examinedThreads.length === maxThreadsExamined) break;
    examinedThreads.push(thread);
  }
  const ids = new Set(examinedThreads.map(({ _id }) => _id));
  const unexaminedIds = waitingThreadIdsOf(run).filter((id) => !ids.has(id));
  const waitingThreads = (await Promise.all(unexaminedIds.map(threads.get))).filter(
    (one) => one !== undefined,
  );
  const all = [...examinedThreads, ...waitingThreads].map((thread) =>
    threadForReader(thread, run, isReaderAsked),
  );
  const openingThread = openingThreadOf(await Promise.all(all));
  return items.some(({ _id }) => _id === openingThread?._id) ? undefined : openingThread;
};
