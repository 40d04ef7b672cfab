import {
  type BuilderAnswer,
  builderLimits,
  type BuilderMessage,
  conversationTooLong,
} from '#lib/domain/bot-builder/step.schema.ts';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { problemsText } from './describe.ts';
import type { LookUps } from './look-ups.ts';
import { ownIdsIn } from './settings.ts';
import {
  maxAnswerLength,
  maxDraftLength,
  type ToolAnswer,
  truncateForModel,
} from './tool-answer.ts';
import { callTool } from './tools.ts';

/** The dependencies of a builder. */
export type BuildDeps = {
  /** One call of the model. */
  ask: (messages: readonly BuilderMessage[], signal: AbortSignal) => Promise<BuilderAnswer>;
  check: (graph: Graph) => Promise<readonly Problem[]>;
  lookUps: LookUps;
  newId: () => string;
  /** Waits before a busy model is called again; rejects when it is cancelled. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

export type BuilderUsage = { steps: number; tokens: number; cost?: number };

/** The state of a builder's work on one message of the user. */
export type Work = {
  graph: Graph;
  /** The conversation, with that message and everything that followed it. */
  messages: readonly BuilderMessage[];
  /** Ids of the organisation that the model may use. */
  knownIds: ReadonlySet<string>;
  usage: BuilderUsage;
  /** How often `check` has found problems. */
  rounds: number;
  /** The last result of `check`, and its graph. */
  lastCheck?: { graph: Graph; problems: readonly Problem[] };
};

export type BuildResult = Work & {
  /** `limit`: a limit was reached before it was done. */
  outcome: 'answered' | 'limit';
  problems: readonly Problem[];
};

/** The model failed: the draft stays unchanged. */
export class BuildFailed extends Error {}

/** Limits for one message of the user, and of retries for a busy model or a blank answer. */
export const bounds = { steps: 40, tokens: 600_000, rounds: 5, busy: 3, blank: 2 } as const;

const maxWaitMs = 20_000;
const defaultWaitMs = 2000;

export type ModelAnswer = Extract<BuilderAnswer, { type: 'answered' }>;
type Call = Extract<ModelAnswer['parts'][number], { type: 'tool_call' }>;

/** The usage including one more answer. */
export const addUsage = (total: BuilderUsage, { usage, cost }: ModelAnswer): BuilderUsage => {
  const sum = cost === undefined ? total.cost : (total.cost ?? 0) + cost;
  return {
    steps: total.steps + 1,
    tokens: total.tokens + (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
    ...(sum !== undefined && { cost: sum }),
  };
};

const noMoreRounds =
  'This was the last round of corrections. Answer now, and tell the person what is left to do.';

const checkDraft = async (deps: BuildDeps, work: Work): Promise<Work> => {
  if (work.lastCheck?.graph === work.graph) return work;
  const problems = await deps.check(work.graph);
  const rounds = work.rounds + (problems.length > 0 ? 1 : 0);
  return { ...work, rounds, lastCheck: { graph: work.graph, problems } };
};

const checkResultText = ({ graph, rounds, lastCheck: found }: Work): string => {
  if (!found || found.problems.length === 0) return 'No problems: this graph can run.';
  const text = truncateForModel(
    `These problems prevent it from running:\n${problemsText(graph, found.problems)}`,
  );
  return rounds >= bounds.rounds ? `${text}\n${noMoreRounds}` : text;
};

const hasNoRoundsLeft = ({ rounds }: Work): boolean => rounds >= bounds.rounds;

const runToolCall = async (
  deps: BuildDeps,
  work: Work,
  call: Call,
): Promise<{ work: Work; answer: ToolAnswer }> => {
  if (call.invalid !== undefined) {
    return { work, answer: { content: call.invalid, is_error: true } };
  }
  if (call.tool_name === 'check') {
    // The earlier result would refer to a draft that has changed since.
    const isStale = hasNoRoundsLeft(work) && work.lastCheck?.graph !== work.graph;
    if (isStale) return { work, answer: { content: noMoreRounds } };
    const next = await checkDraft(deps, work);
    return { work: next, answer: { content: checkResultText(next) } };
  }
  const answer = await callTool({ ...work, newId: deps.newId }, call, deps.lookUps);
  const knownIds = answer.ids ? new Set([...work.knownIds, ...answer.ids]) : work.knownIds;
  return { work: { ...work, knownIds, graph: answer.graph ?? work.graph }, answer };
};

const runToolCalls = async (
  deps: BuildDeps,
  initialWork: Work,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<Work> => {
  let work = initialWork;
  const returns = [];
  for (const call of calls) {
    signal.throwIfAborted();
    const result = await runToolCall(deps, work, call);
    ({ work } = result);
    const { tool_call_id, tool_name } = call;
    const { content, isDraft } = result.answer;
    const maxLength = isDraft ? maxDraftLength : maxAnswerLength;
    returns.push({ tool_call_id, tool_name, content: truncateForModel(content, maxLength) });
  }
  return { ...work, messages: [...work.messages, { role: 'tool', returns }] };
};

/** The model's answer; a busy model is called again, after the delay that it requests. */
const askModel = async (deps: BuildDeps, work: Work, signal: AbortSignal): Promise<ModelAnswer> => {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const answer = await deps.ask(work.messages, signal);
    signal.throwIfAborted();
    if (answer.type === 'answered') return answer;
    const waitMs = answer.retry_after ?? 0;
    if (answer.retry_after === undefined || attempt >= bounds.busy || waitMs > maxWaitMs) {
      throw new BuildFailed(answer.error);
    }
    await deps.wait(Math.max(waitMs, defaultWaitMs), signal);
  }
};

const textOf = ({ parts }: ModelAnswer): string =>
  parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('')
    .trim();

const addUserMessage = (work: Work, text: string): Work => ({
  ...work,
  messages: [...work.messages, { role: 'user', text }],
});

const isLong = ({ messages }: Work): boolean =>
  JSON.stringify(messages).length > builderLimits.conversation * 0.9 ||
  messages.length > builderLimits.messages - 4;

const isUsedUp = (work: Work): boolean =>
  work.usage.steps >= bounds.steps || work.usage.tokens >= bounds.tokens || isLong(work);

const summaryPrompt =
  'The person reads this conversation. Say in two or three sentences what you have drawn.';

/** What follows an answer without tool calls: another call of the model, or the end. */
const checkAfterAnswer = async (deps: BuildDeps, work: Work, isChanged: boolean) => {
  if (!isChanged || hasNoRoundsLeft(work) || work.lastCheck?.graph === work.graph)
    return { work, continues: false };
  const checkedWork = await checkDraft(deps, work);
  if (checkedWork.lastCheck?.problems.length === 0) return { work: checkedWork, continues: false };
  return {
    work: addUserMessage(
      checkedWork,
      `The result of checking your draft: ${checkResultText(checkedWork)}`,
    ),
    continues: true,
  };
};

/**
 * Works on one message of the user: calls the model, applies its tools to the copy, and returns the
 * results of `check` to it, until it is done or has reached a limit. `onStep` is called on every
 * change. Rejects with `BuildFailed` if the model cannot be called, and with the signal's reason
 * when it is cancelled.
 */
export const build = async (
  deps: BuildDeps,
  initial: Pick<Work, 'graph' | 'messages'> & { knownIds: ReadonlySet<string> },
  { signal, onStep }: { signal: AbortSignal; onStep?: (work: Work) => void },
): Promise<BuildResult> => {
  const knownIds = new Set([...initial.knownIds, ...ownIdsIn(initial.graph.nodes)]);
  let work: Work = { ...initial, knownIds, usage: { steps: 0, tokens: 0 }, rounds: 0 };
  if (isLong(work)) throw new BuildFailed(conversationTooLong);
  let blankCount = 0;
  let outcome: BuildResult['outcome'] = 'answered';
  for (;;) {
    if (isUsedUp(work)) {
      outcome = 'limit';
      break;
    }
    const answer = await askModel(deps, work, signal);
    const message: BuilderMessage = { role: 'assistant', parts: answer.parts };
    work = { ...work, usage: addUsage(work.usage, answer) };
    const calls = answer.parts.filter((part) => part.type === 'tool_call');
    if (calls.length > 0) {
      work = { ...work, messages: [...work.messages, message] };
      work = await runToolCalls(deps, work, calls, signal);
      onStep?.(work);
      continue;
    }
    if (textOf(answer) === '') {
      blankCount += 1;
      if (answer.finish === 'refused')
        throw new BuildFailed('The model refused to answer this. Ask in another way.');
      if (blankCount >= bounds.blank)
        throw new BuildFailed('The model returned an empty answer. Try again.');
      work = addUserMessage(work, summaryPrompt);
      continue;
    }
    work = { ...work, messages: [...work.messages, message] };
    const next = await checkAfterAnswer(deps, work, work.graph !== initial.graph);
    ({ work } = next);
    onStep?.(work);
    if (!next.continues) break;
  }
  const problems = await deps.check(work.graph);
  return { ...work, outcome, problems };
};
