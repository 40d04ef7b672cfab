import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { longestThread } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { spentIn } from '#lib/domain/chat/spent.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { randomId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { ModelToolCall, ModelTurn } from '#lib/ports/model.ts';
import {
  type Asks,
  type Came,
  type EffectCall,
  failed,
  type Failed,
  hopeless,
  type Later,
} from '../node.ts';
import { approvedCall } from './approved-call.ts';
import { askedModel } from '../asked-model.ts';
import { repair } from './answer-data.ts';
import { askedUser, askUser } from './ask-user.ts';
import { timeUp, usedUp, waitsTooLong } from './budget.ts';
import { done, endAt, fail } from './endings.ts';
import { isOnlyWritten, keep, kept } from './kept.ts';
import { openRunUse } from './run-use.ts';
import type { AgentSettings } from './settings.ts';
import {
  longestAnswer,
  messagesOf,
  type NoAnswer,
  openCall,
  saidBy,
  takenBy,
} from './said.ts';
import { type Tool, type ToolAnswer, toolError } from './tool.ts';
import { OutOfReach, type Transcript } from './transcript.ts';
import { instructionsOf, lastStep, openingOf } from './words.ts';

/** One agent at work. */
export type Agent = {
  call: EffectCall;
  asked: AgentSettings;
  tools: readonly Tool[];
  transcript: Transcript;
  /** When its thread was opened (epoch ms). */
  opened_at: number;
  /** The id of this call of the engine, and the approved tool calls that it has made. */
  by: string;
  made: Set<string>;
  /** The run that the agent started last, as recorded in its thread. */
  started?: string | undefined;
};

/** The fields of an agent that are known before its thread is read. */
type Given = Omit<Agent, 'opened_at' | 'by' | 'made' | 'started'>;

/** Milliseconds that one call of the engine works on an agent before others get their turn. */
const slice = 90_000;

/** The most failed calls of a model in a row before the agent fails. */
const mostFailures = 5;

/** The wait (ms) after the first failed attempt; it doubles with each further one. */
const firstWait = 2000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbout = (entry: ChatEntry, callId: string): boolean =>
  'tool_call_id' in entry && entry.tool_call_id === callId;

type Answering = {
  open: ModelToolCall;
  /** The index in the thread of the answer in which the model made the call. */
  at: number;
};

/** Runs a call of a tool. Any failure becomes an answer that the model reads. */
const answerTo = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  { open, at }: Answering,
): Promise<ToolAnswer | ChatEntry | Asks | Later> => {
  const { call, asked, tools } = agent;
  const { tool_call_id, tool_name, args, invalid } = open;
  if (invalid !== undefined) return toolError(invalid);
  if (spentIn(entries).tool_calls >= asked.max_tool_calls) {
    return toolError(`All ${asked.max_tool_calls} tool calls are used up. Answer now.`);
  }
  const isNew = !entries.slice(at).some((one) => isAbout(one, tool_call_id));
  // Calls that people were asked about, or that were begun, are still brought to their end.
  if (isNew && timeUp(asked, entries, call.deps.clock() - agent.opened_at)) {
    return toolError('The time of this conversation is over. Nothing was done.');
  }
  if (tool_name === askUser.name && asked.allow_user_interaction) {
    return askedUser(agent, entries, { open, at });
  }
  const tool = tools.find(({ name }) => name === tool_name);
  if (!tool) return toolError(`There is no tool "${tool_name.slice(0, 80)}".`);
  if (!isObject(args)) return toolError('Give the arguments as an object.');
  const { plan } = tool;
  const work = plan
    ? approvedCall(agent, entries, { call: open, at, tool: { ...tool, plan }, args })
    : tool.run(call, args, `${call.key}:${at}:${tool_call_id}`);
  return work.catch((error: unknown) => {
    if (error instanceof OutOfReach) throw error;
    call.deps.log.error('A tool of an agent failed.', { area: 'engine', error });
    return toolError('The tool failed by itself. Try again, or go on without it.');
  });
};

const turnOf = (
  { call, asked, tools, transcript }: Agent,
  entries: readonly ChatEntry[],
): ModelTurn => {
  const { steps, tool_calls } = spentIn(entries);
  const isLast = steps === asked.max_steps - 1 || tool_calls >= asked.max_tool_calls;
  const instructions = instructionsOf(asked, tools);
  const offered = asked.allow_user_interaction ? [...tools, askUser] : tools;
  return {
    tenant_id: call.tenant_id,
    model: { integration_id: asked.integration_id, name: asked.model },
    instructions: isLast ? `${instructions}\n\n${lastStep}` : instructions,
    messages: messagesOf(entries),
    ...(offered.length > 0 && {
      tools: offered.map(({ name, description, input }) => ({ name, description, input })),
    }),
    limits: { output_tokens: longestAnswer, time_ms: limits.modelTurn },
    ...(transcript.shown && { shown: { ...transcript.shown, sequence: entries.length } }),
  };
};

/** The first entries of a conversation. */
const beginning = ({ call, asked, tools }: Agent): ChatEntry[] => [
  { role: 'system', text: instructionsOf(asked, tools) },
  { role: 'user', text: openingOf(asked, call.key) },
];

const later = (afterMs: number, otherwise: Failed): Later => ({
  type: 'later',
  afterMs,
  // The agent checks its own time; this limit only ends one on which no process works.
  withinMs: (longestThread + 10) * 60_000,
  otherwise,
});

/** A model that is busy or out of reach is called again later. */
const afterFailure = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  { error, retry }: NoAnswer,
  failures: number,
): Promise<Failed | Later> => {
  const byModel = { failed_integration_id: agent.asked.integration_id };
  const failure = { ...failed(error), ...(retry !== undefined && { retry }) };
  if (retry === 'no' || failures >= mostFailures) {
    return fail(agent, entries, failure, byModel);
  }
  const elapsedMs = agent.call.deps.clock() - agent.opened_at;
  const why = retry && waitsTooLong(agent.asked, entries, { elapsedMs, waitMs: retry });
  if (why) return fail(agent, entries, hopeless(`${error} ${why}`), byModel);
  const waitMs = retry ?? firstWait * 2 ** (failures - 1);
  const at = isoTime(agent.call.deps.clock() + waitMs);
  const next = { at, attempt: failures + 1, most: mostFailures };
  await agent.transcript.note({ failures, retry: next });
  return { ...later(waitMs, failure), exact: true };
};

/** No usable answer; `took` is what an answer that cannot be stored cost nevertheless. */
type Unusable = NoAnswer & { took?: ChatEntry };

/** The next entry, a tool's or the model's answer. It is stored before anything builds on it. */
const step = async (
  agent: Agent,
  entries: readonly ChatEntry[],
): Promise<ChatEntry | Unusable | Asks | Later> => {
  const open = openCall(entries);
  if (!open) {
    const told = repair(agent.asked, entries);
    if (told) return told;
    const answer = await askedModel(agent.call, turnOf(agent, entries));
    if (answer.type === 'failed') return answer;
    const said = saidBy(answer, agent.asked, entries);
    return 'type' in said ? { ...said, took: takenBy(answer) } : said;
  }
  const { tool_call_id, tool_name } = open;
  const at = entries.findLastIndex(({ role }) => role === 'assistant');
  const came = await answerTo(agent, entries, { open, at });
  return 'is_error' in came && !('role' in came)
    ? { role: 'tool', tool_call_id, tool_name, ...came }
    : came;
};

/** The stored conversation; a new one gets its first entries. */
const opened = async (agent: Agent): Promise<ChatEntry[]> => {
  const { transcript } = agent;
  const entries = await transcript.entries();
  for (const entry of beginning(agent).slice(entries.length)) {
    await keep(agent, entries.length, entry);
    entries.push(entry);
  }
  return entries;
};

const isOver = async (call: EffectCall): Promise<boolean> => {
  try {
    return (await call.isOver?.()) ?? false;
  } catch (error) {
    throw new OutOfReach(error);
  }
};

/** Milliseconds until an unreachable conversation is tried again. */
const untilReached = 5000;

/** Continues the agent later if one of our services is out of reach; throws all other errors. */
export const goOnLater = ({ deps }: EffectCall, error: unknown): Later => {
  if (!(error instanceof OutOfReach)) throw error;
  deps.log.warn('An agent goes on later.', { area: 'engine', error: error.cause });
  return later(untilReached, failed(error.message));
};

/**
 * Works on an agent step by step. Each step is stored before the next begins, so that after a crash
 * at most one call of the model is repeated. Returns `later` when its time in this call of the
 * engine is over.
 */
export const work = (given: Given): Promise<Came> =>
  goOn(given).catch((error: unknown) => goOnLater(given.call, error));

/** The agent in its stored state, active again. */
const resumed = async (given: Given) => {
  const { asked, transcript } = given;
  const { opened_at, session_generated_bot_exc_id: started, ...standing } =
    await transcript.open(asked);
  const agent: Agent = { ...given, opened_at, by: randomId('exc'), made: new Set(), started };
  // The engine was stopped after it had closed the conversation and before it continued the run.
  if (standing.status !== 'FAILED') return { agent, failures: standing.failures };
  await transcript.note({
    status: 'ACTIVE',
    failures: 0,
    error: undefined,
    failed_integration_id: undefined,
  });
  return { agent, failures: 0 };
};

const endedAround = hopeless('The run was ended while the agent worked.');

const goOn = async (given: Given): Promise<Came> => {
  const { call, asked, transcript } = given;
  const { clock } = call.deps;
  const { agent, failures } = await resumed(given);
  let failedBefore = failures;
  let entries = await opened(agent);
  const runUse = await openRunUse(transcript, entries);
  for (const until = clock() + slice; ; ) {
    const last = entries.at(-1);
    if (last?.role === 'assistant' && last.final) {
      return done(agent, entries, last, last.cut ? 'answer_length' : 'final_response');
    }
    const inRun = runUse.soFar(entries);
    const reached = usedUp(asked, entries, { elapsedMs: clock() - agent.opened_at, inRun });
    if (reached && !openCall(entries)) return endAt(agent, entries, reached);
    // A begun call is made at once: it was checked just before that the run has not ended.
    if (last?.role !== 'begun' && (await isOver(call))) return endedAround;
    const came = await step(agent, entries);
    if ('type' in came) {
      if (came.type !== 'failed') return came;
      if (came.kind === 'cancelled') return endedAround;
      if (came.took) {
        await runUse.add(entries, came.took);
        entries = await kept(agent, entries, came.took);
        await transcript.note({ spent: spentIn(entries) });
      }
      return afterFailure(agent, entries, came, failedBefore + 1);
    }
    await runUse.add(entries, came);
    const before = entries.length;
    entries = await kept(agent, entries, came);
    const isOvertaken = came.role === 'assistant' && isOnlyWritten(entries.slice(before));
    // An answer discarded because a person's message came first must be paid for nevertheless.
    if (isOvertaken) entries = await kept(agent, entries, takenBy(came));
    failedBefore = 0;
    if (came.role === 'assistant') {
      const told = { spent: spentIn(entries), model: came.model, failures: 0 };
      await transcript.note({ ...told, retry: undefined });
    }
    if (came.role === 'suggested') await transcript.note({ spent: spentIn(entries) });
    // A begun call is made by this call of the engine, or not at all.
    if (clock() >= until && came.role !== 'begun') {
      return { ...later(0, hopeless('The agent took too long.')), exact: true };
    }
  }
};
