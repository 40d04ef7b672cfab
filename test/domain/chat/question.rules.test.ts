import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { messagesInOrder } from '#lib/domain/chat/message.rules.ts';
import {
  beginsWithinAnswer,
  openQuestionMessage,
  questionIn,
} from '#lib/domain/chat/question.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';

const at = isoTime(0);

const toolCallsEntry = (...names: string[]): ChatEntry => ({
  role: 'assistant',
  parts: names.map((name) => ({
    type: 'tool_call',
    tool_call_id: name,
    tool_name: name.startsWith('ask') ? 'ask_user' : name,
    args: { question: `${name}?` },
  })),
  final: false,
  model: 'worker',
});
const waitsEntry = (tool_call_id: string): ChatEntry => ({
  role: 'waits',
  tool_call_id,
  asked_at: at,
  until: at,
});
const suggestedEntry = (tool_call_id: string): ChatEntry => ({
  role: 'suggested',
  tool_call_id,
  suggestions: ['Yes'],
});
const toolResultEntry = (name: string): ChatEntry => ({
  role: 'tool',
  tool_call_id: name,
  tool_name: name.startsWith('ask') ? 'ask_user' : name,
  content: 'Done.',
  is_error: false,
});
const userEntry: ChatEntry = { role: 'user', text: 'Yes.', by: 'ada', client_id: 'message-1' };

/** What an AI agent asks people, according to the entries of its thread. */
const openQuestionIn = (...entries: ChatEntry[]): string | undefined => {
  const storedEntries = entries.map((entry, sequence) => ({ sequence, created_at: at, entry }));
  const question = openQuestionMessage(messagesInOrder(`thr_${'1'.repeat(44)}`, storedEntries));
  return question && questionIn(question);
};

describe('the open question of an AI agent', () => {
  it.each<[string, string | undefined, ChatEntry[]]>([
    [
      'the question that waits',
      'ask?',
      [toolCallsEntry('ask'), waitsEntry('ask'), suggestedEntry('ask')],
    ],
    [
      'no question once a person has written',
      undefined,
      [toolCallsEntry('ask'), waitsEntry('ask'), userEntry],
    ],
    [
      'the second question after an answer to the first',
      'ask2?',
      [
        toolCallsEntry('ask1', 'ask2'),
        waitsEntry('ask1'),
        userEntry,
        toolResultEntry('ask1'),
        waitsEntry('ask2'),
      ],
    ],
    [
      'the second question before its wait is stored',
      'ask2?',
      [toolCallsEntry('ask1', 'ask2'), waitsEntry('ask1'), userEntry, toolResultEntry('ask1')],
    ],
    [
      'the question after messages during an earlier tool call',
      'ask?',
      [
        toolCallsEntry('look', 'ask'),
        userEntry,
        toolResultEntry('look'),
        userEntry,
        waitsEntry('ask'),
      ],
    ],
    [
      'no question while an earlier tool call is still running',
      undefined,
      [toolCallsEntry('look', 'ask'), userEntry],
    ],
  ])('is %s', (_, expected, entries) => {
    expect(openQuestionIn(...entries)).toBe(expected);
  });
});

describe('the last messages of a thread', () => {
  const thread = [
    userEntry,
    toolCallsEntry('one', 'two', 'three'),
    toolResultEntry('one'),
    userEntry,
  ];
  const storedEntries = thread.map((entry, sequence) => ({ sequence, created_at: at, entry }));
  const all = messagesInOrder(`thr_${'1'.repeat(44)}`, storedEntries);

  it.each([
    ['from a later call of an answer', 2, true],
    ['from the result of an earlier call', 4, true],
    ['from the first call of an answer', 1, false],
    ['from a message of a person', 5, false],
  ])('begin within an answer or not: %s', (_how, from, isWithin) => {
    expect(beginsWithinAnswer(all.slice(from))).toBe(isWithin);
  });

  it('do not begin within an answer if there are no messages', () => {
    expect(beginsWithinAnswer([])).toBe(false);
  });
});
