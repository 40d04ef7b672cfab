import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { longestThread, runLimits } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { spentIn } from '#lib/domain/chat/spent.rules.ts';
import type { EndedBy } from '#lib/domain/chat/thread.schema.ts';
import type { AgentUse } from '#lib/domain/executions/runs/agent-use.store.ts';
import { messagesOf } from './said.ts';
import type { AgentSettings } from './settings.ts';

/** The limits that an agent can reach. */
export type Budget = Exclude<EndedBy, 'final_response' | 'answer_length'>;

/** For English; other languages need more tokens. */
const charactersOfToken = 4;

/** Tokens used, as reported by the model's server, but at least as many as the text implies. */
const tokensIn = (entries: readonly ChatEntry[]): number => {
  const { input_tokens, output_tokens, suggestion_tokens = 0 } = spentIn(entries);
  const characters = JSON.stringify(messagesOf(entries)).length;
  const taken = input_tokens + output_tokens + suggestion_tokens;
  return Math.max(taken, Math.floor(characters / charactersOfToken));
};

/** Tokens and US dollars used. */
export const usedIn = (entries: readonly ChatEntry[]): AgentUse => ({
  tokens: tokensIn(entries),
  cost: spentIn(entries).cost ?? 0,
});

/** Milliseconds that the agent waited for people. */
export const waitedIn = (entries: readonly ChatEntry[]): number =>
  entries.reduce((ms, one) => ms + (('waited_ms' in one && one.waited_ms) || 0), 0);

const minute = 60_000;

/** Milliseconds that an agent has left. */
const leftOf = (
  { max_minutes }: AgentSettings,
  entries: readonly ChatEntry[],
  elapsedMs: number,
): number =>
  Math.min(max_minutes * minute + waitedIn(entries), longestThread * minute) - elapsedMs;

/** Why the wait that a model's server asks for is too long for the agent; else undefined. */
export const waitsTooLong = (
  asked: AgentSettings,
  entries: readonly ChatEntry[],
  { elapsedMs, waitMs }: { elapsedMs: number; waitMs: number },
): string | undefined => {
  const left = leftOf(asked, entries, elapsedMs);
  if (waitMs < left) return undefined;
  const asks = `It asks to wait ${Math.ceil(waitMs / minute).toLocaleString('en')} minutes`;
  return `${asks}, and the agent has ${Math.max(0, Math.floor(left / minute))} left.`;
};

/** The most answers that call tools after all tool calls are used up; the first gets an error. */
const mostCallingOn = 2;

const callsOn = ({ max_tool_calls }: AgentSettings, entries: readonly ChatEntry[]): boolean => {
  let made = 0;
  const calling = entries.filter((entry) => {
    if (entry.role === 'tool') made += 1;
    if (entry.role !== 'assistant' || made < max_tool_calls) return false;
    return entry.parts.some(({ type }) => type === 'tool_call');
  });
  return calling.length >= mostCallingOn;
};

/** The time limit that was reached, without the waits for people; undefined while time is left. */
export const timeUp = (
  { max_minutes }: AgentSettings,
  entries: readonly ChatEntry[],
  elapsedMs: number,
): 'minutes' | 'day' | undefined => {
  if (elapsedMs - waitedIn(entries) >= max_minutes * minute) return 'minutes';
  return elapsedMs >= longestThread * minute ? 'day' : undefined;
};

/**
 * The limit that was reached; undefined while there is some left of each. `inRun` is what all
 * agents of the node have used in the run; by default only this agent counts.
 */
export const usedUp = (
  asked: AgentSettings,
  entries: readonly ChatEntry[],
  { elapsedMs, inRun }: { elapsedMs: number; inRun?: AgentUse },
): Budget | undefined => {
  const own = usedIn(entries);
  const all = inRun ?? own;
  const most = runLimits(asked);
  if (spentIn(entries).steps >= asked.max_steps) return 'steps';
  if (callsOn(asked, entries)) return 'tool_calls';
  if (own.tokens >= asked.max_tokens) return 'tokens';
  if (own.cost >= asked.max_cost_usd) return 'cost';
  if (all.tokens >= most.tokens) return 'run_tokens';
  if (all.cost >= most.cost) return 'run_cost';
  return timeUp(asked, entries, elapsedMs);
};

const figure = (amount: number): string =>
  amount.toLocaleString('en', { maximumFractionDigits: 6 });

const words: Record<Budget, (asked: AgentSettings) => string> = {
  steps: ({ max_steps }) => `its ${max_steps} steps`,
  tool_calls: ({ max_tool_calls }) => `its ${max_tool_calls} tool calls`,
  tokens: ({ max_tokens }) => `its ${figure(max_tokens)} tokens`,
  cost: ({ max_cost_usd }) => `its ${figure(max_cost_usd)} US dollars`,
  run_tokens: (asked) => `the ${figure(runLimits(asked).tokens)} tokens that its node has in a run`,
  run_cost: (asked) => `the ${figure(runLimits(asked).cost)} US dollars that its node has in a run`,
  minutes: ({ max_minutes }) => `its ${max_minutes} minutes`,
  day: () => 'the 24 hours that an agent has',
};

/** The error of an agent that reached a limit without an answer. */
export const noAnswer = (asked: AgentSettings, by: Budget): string =>
  `The agent used up ${words[by](asked)} without an answer. Narrow its task, or raise that limit.`;
