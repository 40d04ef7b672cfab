import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { maxAgentMinutes, runLimits } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { usageIn } from '#lib/domain/chat/spent.rules.ts';
import type { EndedBy } from '#lib/domain/chat/thread.schema.ts';
import type { AgentUsage } from '#lib/domain/executions/runs/agent-use.store.ts';
import { messagesOf } from './assistant-entry.ts';
import type { AgentSettings } from './settings.ts';

/** The limits that an agent can reach. */
export type AgentLimit = Exclude<EndedBy, 'final_response' | 'answer_length'>;

/** For English; other languages need more tokens. */
const charactersOfToken = 4;

/** Tokens used, as reported by the model's server, but at least as many as the text implies. */
const tokensIn = (entries: readonly ChatEntry[]): number => {
  const { input_tokens, output_tokens, suggestion_tokens = 0 } = usageIn(entries);
  const characters = JSON.stringify(messagesOf(entries)).length;
  const reportedTokens = input_tokens + output_tokens + suggestion_tokens;
  return Math.max(reportedTokens, Math.floor(characters / charactersOfToken));
};

/** Tokens and US dollars used. */
export const usedIn = (entries: readonly ChatEntry[]): AgentUsage => ({
  tokens: tokensIn(entries),
  cost: usageIn(entries).cost ?? 0,
});

/** Milliseconds that the agent waited for people. */
export const waitedMsIn = (entries: readonly ChatEntry[]): number =>
  entries.reduce((ms, one) => ms + (('waited_ms' in one && one.waited_ms) || 0), 0);

const minute = 60_000;

/** Milliseconds that an agent has left. */
const remainingMs = (
  { max_minutes }: AgentSettings,
  entries: readonly ChatEntry[],
  elapsedMs: number,
): number =>
  Math.min(max_minutes * minute + waitedMsIn(entries), maxAgentMinutes * minute) - elapsedMs;

/** Why the wait that a model's server asks for is too long for the agent; else undefined. */
export const tooLongWaitReason = (
  settings: AgentSettings,
  entries: readonly ChatEntry[],
  { elapsedMs, waitMs }: { elapsedMs: number; waitMs: number },
): string | undefined => {
  const timeLeft = remainingMs(settings, entries, elapsedMs);
  if (waitMs < timeLeft) return undefined;
  const waitText = `It asks to wait ${Math.ceil(waitMs / minute).toLocaleString('en')} minutes`;
  return `${waitText}, and the agent has ${Math.max(0, Math.floor(timeLeft / minute))} left.`;
};

/** The most answers that call tools after all tool calls are used up; the first gets an error. */
const maxExtraAnswers = 2;

const keepsCalling = (
  { max_tool_calls }: AgentSettings,
  entries: readonly ChatEntry[],
): boolean => {
  let callCount = 0;
  const callingAnswers = entries.filter((entry) => {
    if (entry.role === 'tool') callCount += 1;
    if (entry.role !== 'assistant' || callCount < max_tool_calls) return false;
    return entry.parts.some(({ type }) => type === 'tool_call');
  });
  return callingAnswers.length >= maxExtraAnswers;
};

/** The time limit that was reached, without the waits for people; undefined while time is left. */
export const reachedTimeLimit = (
  { max_minutes }: AgentSettings,
  entries: readonly ChatEntry[],
  elapsedMs: number,
): 'minutes' | 'day' | undefined => {
  if (elapsedMs - waitedMsIn(entries) >= max_minutes * minute) return 'minutes';
  return elapsedMs >= maxAgentMinutes * minute ? 'day' : undefined;
};

/**
 * The limit that was reached; undefined while there is some left of each. `inRun` is what all
 * agents of the node have used in the run; by default only this agent counts.
 */
export const reachedLimit = (
  settings: AgentSettings,
  entries: readonly ChatEntry[],
  { elapsedMs, inRun }: { elapsedMs: number; inRun?: AgentUsage },
): AgentLimit | undefined => {
  const ownUsage = usedIn(entries);
  const totalUsage = inRun ?? ownUsage;
  const limits = runLimits(settings);
  if (usageIn(entries).steps >= settings.max_steps) return 'steps';
  if (keepsCalling(settings, entries)) return 'tool_calls';
  if (ownUsage.tokens >= settings.max_tokens) return 'tokens';
  if (ownUsage.cost >= settings.max_cost_usd) return 'cost';
  if (totalUsage.tokens >= limits.tokens) return 'run_tokens';
  if (totalUsage.cost >= limits.cost) return 'run_cost';
  return reachedTimeLimit(settings, entries, elapsedMs);
};

const figure = (amount: number): string =>
  amount.toLocaleString('en', { maximumFractionDigits: 6 });

const limitTexts: Record<AgentLimit, (settings: AgentSettings) => string> = {
  steps: ({ max_steps }) => `its ${max_steps} steps`,
  tool_calls: ({ max_tool_calls }) => `its ${max_tool_calls} tool calls`,
  tokens: ({ max_tokens }) => `its ${figure(max_tokens)} tokens`,
  cost: ({ max_cost_usd }) => `its ${figure(max_cost_usd)} US dollars`,
  run_tokens: (settings) =>
    `the ${figure(runLimits(settings).tokens)} tokens that its node has in a run`,
  run_cost: (settings) =>
    `the ${figure(runLimits(settings).cost)} US dollars that its node has in a run`,
  minutes: ({ max_minutes }) => `its ${max_minutes} minutes`,
  day: () => 'the 24 hours that an agent has',
};

/** The error of an agent that reached a limit without an answer. */
export const noAnswerText = (settings: AgentSettings, limit: AgentLimit): string =>
  `The agent used up ${limitTexts[limit](settings)} without an answer. ` +
  'Narrow its task, or raise that limit.';
