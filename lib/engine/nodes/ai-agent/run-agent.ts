import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { maxAgentMinutes } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { usageIn } from '#lib/domain/chat/spent.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { randomId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import { isObject } from '#lib/kernel/value-kinds.ts';
import type { ModelToolCall, ModelTurn } from '#lib/ports/model.ts';
import {
  type Asks,
  type EffectCall,
  type EffectOutcome,
  failed,
  type Failed,
  failedForGood,
  type Later,
} from '../node.ts';
import { advanceApprovedCall } from './approved-call.ts';
import { askModel } from '../ask-model.ts';
import { repairEntry } from './answer-data.ts';
import { advanceUserQuestion, askUserModelTool } from './ask-user.ts';
import { reachedLimit, reachedTimeLimit, tooLongWaitReason } from './budget.ts';
import { completeAgent, endAtLimit, failAgent } from './endings.ts';
import { appendEntry, isOnlyFromPeople, storeEntry } from './append-entry.ts';
import { openRunUse } from './run-use.ts';
import type { AgentSettings } from './settings.ts';
import {
  findOpenCall,
  maxAnswerTokens,
  messagesOf,
  type NoAnswer,
  toAssistantEntry,
  unusedAnswerEntry,
} from './assistant-entry.ts';
import { type Tool, type ToolAnswer, toolError } from './tool.ts';
import { OutOfReach, type Transcript } from './transcript.ts';
import { instructionsOf, lastStep, openingMessageOf } from './prompts.ts';

/** One agent at work. */
export type Agent = {
  call: EffectCall;
  settings: AgentSettings;
  tools: readonly Tool[];
  transcript: Transcript;
  /** When its thread was opened (epoch ms). */
  opened_at: number;
  /** The id of this call of the engine, and the approved tool calls that it has made. */
  segmentId: string;
  madeCalls: Set<string>;
  /** The run that the agent started last, as recorded in its thread. */
  startedRunId?: string | undefined;
};

/** The fields of an agent that are known before its thread is read. */
type NewAgent = Omit<Agent, 'opened_at' | 'segmentId' | 'madeCalls' | 'startedRunId'>;

/** Milliseconds that one call of the engine works on an agent before others get their turn. */
const sliceMs = 90_000;

/** The most failed calls of a model in a row before the agent fails. */
const maxFailures = 5;

/** The wait (ms) after the first failed attempt; it doubles with each further one. */
const firstWaitMs = 2000;

const isAbout = (entry: ChatEntry, callId: string): boolean =>
  'tool_call_id' in entry && entry.tool_call_id === callId;

type Answering = {
  openCall: ModelToolCall;
  /** The index in the thread of the answer in which the model made the call. */
  at: number;
};

/** Runs a call of a tool. Any failure becomes an answer that the model reads. */
const runToolCall = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  { openCall, at }: Answering,
): Promise<ToolAnswer | ChatEntry | Asks | Later> => {
  const { call, settings, tools } = agent;
  const { tool_call_id, tool_name, args, invalid } = openCall;
  if (invalid !== undefined) return toolError(invalid);
  if (usageIn(entries).tool_calls >= settings.max_tool_calls) {
    return toolError(`All ${settings.max_tool_calls} tool calls are used up. Answer now.`);
  }
  const isNew = !entries.slice(at).some((one) => isAbout(one, tool_call_id));
  // Calls that people were asked about, or that were begun, are still brought to their end.
  if (isNew && reachedTimeLimit(settings, entries, call.deps.clock() - agent.opened_at)) {
    return toolError('The time of this conversation has ended. Nothing was done.');
  }
  if (tool_name === askUserModelTool.name && settings.allow_user_interaction) {
    return advanceUserQuestion(agent, entries, { openCall, at });
  }
  const tool = tools.find(({ name }) => name === tool_name);
  if (!tool) return toolError(`There is no tool "${tool_name.slice(0, 80)}".`);
  if (!isObject(args)) return toolError('Give the arguments as an object.');
  const { plan } = tool;
  const work = plan
    ? advanceApprovedCall(agent, entries, { call: openCall, at, tool: { ...tool, plan }, args })
    : tool.run(call, args, `${call.key}:${at}:${tool_call_id}`);
  return work.catch((error: unknown) => {
    if (error instanceof OutOfReach) throw error;
    call.deps.log.error('A tool of an agent failed.', { area: 'engine', error });
    return toolError('The tool had an internal error. Try again, or continue without it.');
  });
};

const turnOf = (
  { call, settings, tools, transcript }: Agent,
  entries: readonly ChatEntry[],
): ModelTurn => {
  const { steps, tool_calls } = usageIn(entries);
  const isLast = steps === settings.max_steps - 1 || tool_calls >= settings.max_tool_calls;
  const instructions = instructionsOf(settings, tools);
  const offeredTools = settings.allow_user_interaction ? [...tools, askUserModelTool] : tools;
  return {
    tenant_id: call.tenant_id,
    model: { integration_id: settings.integration_id, name: settings.model },
    instructions: isLast ? `${instructions}\n\n${lastStep}` : instructions,
    messages: messagesOf(entries),
    ...(offeredTools.length > 0 && {
      tools: offeredTools.map(({ name, description, input }) => ({ name, description, input })),
    }),
    limits: { output_tokens: maxAnswerTokens, time_ms: limits.modelTurn },
    ...(transcript.shown && { shown: { ...transcript.shown, sequence: entries.length } }),
  };
};

/** The first entries of a conversation. */
const firstEntries = ({ call, settings, tools }: Agent): ChatEntry[] => [
  { role: 'system', text: instructionsOf(settings, tools) },
  { role: 'user', text: openingMessageOf(settings, call.key) },
];

const callAgainLater = (afterMs: number, fallback: Failed): Later => ({
  type: 'later',
  afterMs,
  // The agent checks its own time; this limit only ends one on which no process works.
  withinMs: (maxAgentMinutes + 10) * 60_000,
  fallback,
});

/** A model that is busy or out of reach is called again later. */
const retryOrFail = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  { error, retry }: NoAnswer,
  failures: number,
): Promise<Failed | Later> => {
  const failureNote = { failed_integration_id: agent.settings.integration_id };
  const failure = { ...failed(error), ...(retry !== undefined && { retry }) };
  if (retry === 'no' || failures >= maxFailures) {
    return failAgent(agent, entries, failure, failureNote);
  }
  const elapsedMs = agent.call.deps.clock() - agent.opened_at;
  const reason = retry && tooLongWaitReason(agent.settings, entries, { elapsedMs, waitMs: retry });
  if (reason) return failAgent(agent, entries, failedForGood(`${error} ${reason}`), failureNote);
  const waitMs = retry ?? firstWaitMs * 2 ** (failures - 1);
  const at = isoTime(agent.call.deps.clock() + waitMs);
  const next = { at, attempt: failures + 1, most: maxFailures };
  await agent.transcript.note({ failures, retry: next });
  return { ...callAgainLater(waitMs, failure), exact: true };
};

/** No usable answer; `usageEntry` is what an answer that cannot be stored cost nevertheless. */
type Unusable = NoAnswer & { usageEntry?: ChatEntry };

/** The next entry, a tool's or the model's answer. It is stored before anything builds on it. */
const takeStep = async (
  agent: Agent,
  entries: readonly ChatEntry[],
): Promise<ChatEntry | Unusable | Asks | Later> => {
  const openCall = findOpenCall(entries);
  if (!openCall) {
    const repairMessage = repairEntry(agent.settings, entries);
    if (repairMessage) return repairMessage;
    const answer = await askModel(agent.call, turnOf(agent, entries));
    if (answer.type === 'failed') return answer;
    const entry = toAssistantEntry(answer, agent.settings, entries);
    return 'type' in entry ? { ...entry, usageEntry: unusedAnswerEntry(answer) } : entry;
  }
  const { tool_call_id, tool_name } = openCall;
  const at = entries.findLastIndex(({ role }) => role === 'assistant');
  const outcome = await runToolCall(agent, entries, { openCall, at });
  return 'is_error' in outcome && !('role' in outcome)
    ? { role: 'tool', tool_call_id, tool_name, ...outcome }
    : outcome;
};

/** The stored conversation; a new one gets its first entries. */
const openThread = async (agent: Agent): Promise<ChatEntry[]> => {
  const { transcript } = agent;
  const entries = await transcript.entries();
  for (const entry of firstEntries(agent).slice(entries.length)) {
    await storeEntry(agent, entries.length, entry);
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
const retryDelayMs = 5000;

/** Continues the agent later if one of our services is out of reach; throws all other errors. */
export const continueLater = ({ deps }: EffectCall, error: unknown): Later => {
  if (!(error instanceof OutOfReach)) throw error;
  deps.log.warn('An agent will continue later.', { area: 'engine', error: error.cause });
  return callAgainLater(retryDelayMs, failed(error.message));
};

/**
 * Works on an agent step by step. Each step is stored before the next begins, so that after a crash
 * at most one call of the model is repeated. Returns `later` when its time in this call of the
 * engine is over.
 */
export const runAgent = (newAgent: NewAgent): Promise<EffectOutcome> =>
  runSteps(newAgent).catch((error: unknown) => continueLater(newAgent.call, error));

/** The agent in its stored state, active again. */
const resumeAgent = async (newAgent: NewAgent) => {
  const { settings, transcript } = newAgent;
  const {
    opened_at,
    session_generated_bot_exc_id: startedRunId,
    ...state
  } = await transcript.open(settings);
  const segmentId = randomId('exc');
  const agent: Agent = { ...newAgent, opened_at, segmentId, madeCalls: new Set(), startedRunId };
  // The engine was stopped after it had closed the conversation and before it continued the run.
  if (state.status !== 'FAILED') return { agent, failures: state.failures };
  await transcript.note({
    status: 'ACTIVE',
    failures: 0,
    error: undefined,
    failed_integration_id: undefined,
  });
  return { agent, failures: 0 };
};

const runEndedFailure = failedForGood('The run was ended while the agent worked.');

const runSteps = async (newAgent: NewAgent): Promise<EffectOutcome> => {
  const { call, settings, transcript } = newAgent;
  const { clock } = call.deps;
  const { agent, failures } = await resumeAgent(newAgent);
  let failureCount = failures;
  let entries = await openThread(agent);
  const runUse = await openRunUse(transcript, entries);
  for (const sliceEnd = clock() + sliceMs; ;) {
    const last = entries.at(-1);
    if (last?.role === 'assistant' && last.final) {
      return completeAgent(agent, entries, last, last.cut ? 'answer_length' : 'final_response');
    }
    const inRun = runUse.soFar(entries);
    const limit = reachedLimit(settings, entries, { elapsedMs: clock() - agent.opened_at, inRun });
    if (limit && !findOpenCall(entries)) return endAtLimit(agent, entries, limit);
    // A begun call is made at once: it was checked just before that the run has not ended.
    if (last?.role !== 'begun' && (await isOver(call))) return runEndedFailure;
    const outcome = await takeStep(agent, entries);
    if ('type' in outcome) {
      if (outcome.type !== 'failed') return outcome;
      if (outcome.kind === 'cancelled') return runEndedFailure;
      if (outcome.usageEntry) {
        await runUse.add(entries, outcome.usageEntry);
        entries = await appendEntry(agent, entries, outcome.usageEntry);
        await transcript.note({ spent: usageIn(entries) });
      }
      return retryOrFail(agent, entries, outcome, failureCount + 1);
    }
    await runUse.add(entries, outcome);
    const oldLength = entries.length;
    entries = await appendEntry(agent, entries, outcome);
    const isOvertaken = outcome.role === 'assistant' && isOnlyFromPeople(entries.slice(oldLength));
    // An answer discarded because a person's message came first must be paid for nevertheless.
    if (isOvertaken) entries = await appendEntry(agent, entries, unusedAnswerEntry(outcome));
    failureCount = 0;
    if (outcome.role === 'assistant') {
      const progress = { spent: usageIn(entries), model: outcome.model, failures: 0 };
      await transcript.note({ ...progress, retry: undefined });
    }
    if (outcome.role === 'suggested') await transcript.note({ spent: usageIn(entries) });
    // A begun call is made by this call of the engine, or not at all.
    if (clock() >= sliceEnd && outcome.role !== 'begun') {
      return { ...callAgainLater(0, failedForGood('The agent took too long.')), exact: true };
    }
  }
};
