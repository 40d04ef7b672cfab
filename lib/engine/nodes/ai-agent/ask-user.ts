import * as z from 'zod';
import { maxAgentMinutes } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { maxUserMessages } from '#lib/domain/chat/message.rules.ts';
import { askUserTool } from '#lib/domain/chat/question.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { ModelTool, ModelToolCall } from '#lib/ports/model.ts';
import { type Asks, failedForGood } from '../node.ts';
import { suggestAnswers } from './suggest-answers.ts';
import { cannotAskText, type ToolAnswer, toolError } from './tool.ts';
import type { Agent } from './run-agent.ts';

/** The tool with which a model asks the people who read its thread. */
export const askUserModelTool: ModelTool = {
  name: askUserTool,
  description:
    'Asks the people who read this conversation a question, and waits for their next message. ' +
    'Use it only if you cannot continue without an answer: perhaps nobody is there.',
  input: {
    type: 'object',
    properties: { question: { type: 'string', description: 'The complete question.' } },
    required: ['question'],
    additionalProperties: false,
  },
};

const questionArguments = z.object({ question: z.string().trim().min(1).max(8000) });

/** The longest sleep (ms): finds a message whose sender died before it could wake the agent. */
const maxSleep = 3600_000;

const isFull = (entries: readonly ChatEntry[]): boolean =>
  entries.filter((one) => one.role === 'user' && one.by !== undefined).length >= maxUserMessages;

/** The next step of a question to people: it is asked, then the next message answers it. */
export const advanceUserQuestion = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  { openCall, at }: { openCall: ModelToolCall; at: number },
): Promise<ChatEntry | Asks | ToolAnswer> => {
  const { call, settings, transcript, opened_at } = agent;
  const { tool_call_id, tool_name } = openCall;
  if (transcript.id === undefined) {
    return toolError(cannotAskText);
  }
  if (isFull(entries)) {
    return toolError(
      'This conversation accepts no more messages from people. Continue without an answer.',
    );
  }
  const { data: args } = questionArguments.safeParse(openCall.args);
  if (!args) return toolError('Give a question.');
  const now = call.deps.clock();
  const recentEntries = entries.slice(at);
  const questionIndex = recentEntries.findIndex(
    (one) => one.role === 'waits' && one.tool_call_id === tool_call_id,
  );
  const questionEntry = recentEntries[questionIndex];
  if (questionEntry?.role !== 'waits') {
    const endsAt = opened_at + maxAgentMinutes * 60_000;
    const until = isoTime(Math.min(now + settings.expires_in_minutes * 60_000, endsAt));
    return { role: 'waits', tool_call_id, asked_at: isoTime(now), until };
  }
  const waited_ms = Math.max(0, now - Date.parse(questionEntry.asked_at));
  const answer = (content: string, is_error: boolean): ChatEntry => {
    return { role: 'tool', tool_call_id, tool_name, content, is_error, waited_ms };
  };
  // Earlier messages do not answer this question: nobody had read it yet.
  if (recentEntries.slice(questionIndex).some(({ role }) => role === 'user')) {
    return answer('They have answered: their message follows.', false);
  }
  const until = Date.parse(questionEntry.until);
  if (now >= until) {
    const text = `Nobody answered before ${questionEntry.until}. Continue without an answer.`;
    return answer(text, true);
  }
  if (!recentEntries.some((one) => one.role === 'suggested' && one.tool_call_id === tool_call_id)) {
    return suggestAnswers(agent, entries, { tool_call_id, question: args.question });
  }
  return {
    type: 'asks',
    kind: 'message',
    thread: { chat_thread_id: transcript.id, sequence: entries.length },
    until: Math.min(until, now + maxSleep),
    fallback: failedForGood(cannotAskText),
  };
};
