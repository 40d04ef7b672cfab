import { maxAgentMinutes, runLimits } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { usageIn } from '#lib/domain/chat/spent.rules.ts';
import type { EndedBy } from '#lib/domain/chat/thread.schema.ts';
import { type Done, type Failed, failedForGood } from '../node.ts';
import { answerData, unfitAnswerFailure } from './answer-data.ts';
import { type AgentLimit, noAnswerText, waitedMsIn } from './budget.ts';
import { type AssistantEntry, lastTextAnswer, maxAnswerTokens, textIn } from './assistant-entry.ts';
import type { AgentSettings } from './settings.ts';
import type { Note } from './transcript.ts';
import type { Agent } from './run-agent.ts';

/** The value of each limit: the tokens of an answer for `answer_length`, minutes for `day`. */
const limitOf: Record<EndedBy, (settings: AgentSettings) => number | undefined> = {
  final_response: () => undefined,
  answer_length: () => maxAnswerTokens,
  steps: ({ max_steps }) => max_steps,
  tool_calls: ({ max_tool_calls }) => max_tool_calls,
  tokens: ({ max_tokens }) => max_tokens,
  cost: ({ max_cost_usd }) => max_cost_usd,
  run_tokens: (settings) => runLimits(settings).tokens,
  run_cost: (settings) => runLimits(settings).cost,
  minutes: ({ max_minutes }) => max_minutes,
  day: () => maxAgentMinutes,
};

const outputOf = (
  { transcript }: Agent,
  entries: readonly ChatEntry[],
  answerEntry: AssistantEntry,
  ended_by: EndedBy,
  data: { answer?: unknown },
) => ({
  response: textIn(answerEntry),
  ...data,
  ended_by,
  ...usageIn(entries),
  model: answerEntry.model,
  ...(transcript.id !== undefined && { chat_thread_id: transcript.id }),
});

const consumptionOf = (entries: readonly ChatEntry[]) => ({
  waitedMs: waitedMsIn(entries),
  modelCost: usageIn(entries).cost,
});

/**
 * The agent ends without an answer. Its node may be tried again, so its conversation stays open;
 * `endAgent` closes it after the last attempt.
 */
export const failAgent = async (
  { transcript }: Agent,
  entries: readonly ChatEntry[],
  failure: Failed,
  note: Pick<Note, 'failed_integration_id'> = {},
): Promise<Failed> => {
  await transcript.note(note);
  return { ...failure, ...consumptionOf(entries) };
};

/** The agent ends with its last message as the answer. */
export const completeAgent = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  answerEntry: AssistantEntry,
  ended_by: EndedBy,
): Promise<Done | Failed> => {
  const { transcript } = agent;
  const { problem, ...data } = answerData(agent.settings, answerEntry);
  if (problem !== undefined) {
    const output = outputOf(agent, entries, answerEntry, ended_by, data);
    return failAgent(agent, entries, { ...unfitAnswerFailure(problem), output });
  }
  const limit = limitOf[ended_by](agent.settings);
  await transcript.note({
    status: 'COMPLETED',
    ended_by,
    ...(limit !== undefined && { limit }),
    spent: usageIn(entries),
    model: answerEntry.model,
  });
  const output = outputOf(agent, entries, answerEntry, ended_by, data);
  return { type: 'done', output, handle: 'next', ...consumptionOf(entries) };
};

/** Ends at a limit, with the model's last text as the answer. */
export const endAtLimit = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  limit: AgentLimit,
): Promise<Done | Failed> => {
  const answerEntry = lastTextAnswer(entries);
  if (answerEntry) return completeAgent(agent, entries, answerEntry, limit);
  const output = { ended_by: limit, ...usageIn(entries) };
  return failAgent(agent, entries, {
    ...failedForGood(noAnswerText(agent.settings, limit)),
    output,
  });
};
