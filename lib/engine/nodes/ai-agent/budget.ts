import type { ThreadSpent } from '#lib/domain/chat/thread.schema.ts';
import type { AgentSettings } from './settings.ts';

/** Why an agent ended: it had its answer, or a budget was used up. */
export type EndedBy = 'final_response' | 'steps' | 'tokens' | 'cost' | 'minutes';

/** The budget that is used up; undefined while there is some of each. */
export const usedUp = (
  asked: AgentSettings,
  spent: ThreadSpent,
  elapsedMs: number,
): Exclude<EndedBy, 'final_response'> | undefined => {
  if (spent.steps >= asked.max_steps) return 'steps';
  if (spent.input_tokens + spent.output_tokens >= asked.max_tokens) return 'tokens';
  if ((spent.cost ?? 0) >= asked.max_cost_usd) return 'cost';
  if (elapsedMs >= asked.max_minutes * 60_000) return 'minutes';
  return undefined;
};

const words: Record<Exclude<EndedBy, 'final_response'>, (asked: AgentSettings) => string> = {
  steps: ({ max_steps }) => `its ${max_steps} steps`,
  tokens: ({ max_tokens }) => `its ${max_tokens} tokens`,
  cost: ({ max_cost_usd }) => `its ${max_cost_usd} US dollars`,
  minutes: ({ max_minutes }) => `its ${max_minutes} minutes`,
};

/** What is said of an agent that came to no answer. */
export const noAnswer = (asked: AgentSettings, by: keyof typeof words): string =>
  `The agent used up ${words[by](asked)} without an answer. Narrow its task, or raise that limit.`;
