import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { shownInOrder } from '#lib/domain/chat/message.rules.ts';
import { beginsWithinAnswer, openQuestion, questionIn } from '#lib/domain/chat/question.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';

const at = isoTime(0);

const calls = (...names: string[]): ChatEntry => ({
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
const waits = (tool_call_id: string): ChatEntry => ({
  role: 'waits',
  tool_call_id,
  asked_at: at,
  until: at,
});
const suggested = (tool_call_id: string): ChatEntry => ({
  role: 'suggested',
  tool_call_id,
  suggestions: ['Yes'],
});
const returned = (name: string): ChatEntry => ({
  role: 'tool',
  tool_call_id: name,
  tool_name: name.startsWith('ask') ? 'ask_user' : name,
  content: 'Done.',
  is_error: false,
});
const written: ChatEntry = { role: 'user', text: 'Yes.', by: 'ada', client_id: 'message-1' };

/** What an AI agent asks people, according to the entries of its thread. */
const asks = (...entries: ChatEntry[]): string | undefined => {
  const kept = entries.map((entry, sequence) => ({ sequence, created_at: at, entry }));
  const open = openQuestion(shownInOrder(`thr_${'1'.repeat(44)}`, kept));
  return open && questionIn(open);
};

describe('what an agent asks people now', () => {
  it.each<[string, string | undefined, ChatEntry[]]>([
    ['its question', 'ask?', [calls('ask'), waits('ask'), suggested('ask')]],
    ['nothing once somebody has written', undefined, [calls('ask'), waits('ask'), written]],
    [
      'its second question, whatever answered the first',
      'ask2?',
      [calls('ask1', 'ask2'), waits('ask1'), written, returned('ask1'), waits('ask2')],
    ],
    [
      'its second question, before it is known that it waits',
      'ask2?',
      [calls('ask1', 'ask2'), waits('ask1'), written, returned('ask1')],
    ],
    [
      'its question, whatever was written while a tool before it worked',
      'ask?',
      [calls('look', 'ask'), written, returned('look'), written, waits('ask')],
    ],
    [
      'nothing while a tool before its question works',
      undefined,
      [calls('look', 'ask'), written],
    ],
  ])('is %s', (_, expected, entries) => {
    expect(asks(...entries)).toBe(expected);
  });
});

describe('the end of a thread', () => {
  const thread = [written, calls('one', 'two', 'three'), returned('one'), written];
  const kept = thread.map((entry, sequence) => ({ sequence, created_at: at, entry }));
  const all = shownInOrder(`thr_${'1'.repeat(44)}`, kept);

  it.each([
    ['with calls whose answer begins before it', 2, true],
    ['with what a call before it returned', 4, true],
    ['with the first call of an answer', 1, false],
    ['with what somebody has written', 5, false],
  ])('begins within an answer or not: %s', (_how, from, isWithin) => {
    expect(beginsWithinAnswer(all.slice(from))).toBe(isWithin);
  });

  it('begins within none where nothing was said', () => {
    expect(beginsWithinAnswer([])).toBe(false);
  });
});
