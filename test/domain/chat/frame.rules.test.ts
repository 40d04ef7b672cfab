import * as fc from 'fast-check';
import { realtimeChannels } from '#lib/channels.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import {
  deltaFrame,
  entryFrame,
  maxDeltaLength,
  statusFrame,
} from '#lib/domain/chat/frame.rules.ts';
import { messagesIn } from '#lib/domain/chat/message.rules.ts';
import type { FrameThread } from '#lib/domain/chat/thread.schema.ts';
import { frameText } from '#lib/kernel/frame.ts';
import { caseCount } from '#test/support/thorough.ts';

const thread: FrameThread = {
  _id: `thr_${'1'.repeat(44)}`,
  bot_exc_id: `exc_${'2'.repeat(44)}`,
  agent_node_id: 'n'.repeat(64),
  loop_index: 7,
};

const created_at = '2026-09-01T12:00:00.000Z';

/** From one character to more than any frame can contain. */
const text = fc
  .tuple(fc.constantFrom('a', '"', '\u0000', 'é', '漢', '😀'), fc.integer({ min: 1, max: 40_000 }))
  .map(([letter, times]) => letter.repeat(times));

const part = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({
    type: fc.constant('tool_call' as const),
    tool_call_id: fc.constant('call_1'),
    tool_name: fc.constant('look'),
    args: fc.record({ query: text }),
  }),
);

const entry: fc.Arbitrary<ChatEntry> = fc.oneof(
  fc.record({ role: fc.constantFrom('system' as const, 'user' as const), text }),
  fc.record({
    role: fc.constant('tool' as const),
    tool_call_id: fc.constant('call_1'),
    tool_name: fc.constant('look'),
    content: text,
    is_error: fc.boolean(),
  }),
  fc.record({
    role: fc.constant('assistant' as const),
    parts: fc.array(part, { maxLength: 100 }),
    final: fc.boolean(),
    model: fc.constant('worker'),
  }),
);

/** Throws if the frame is too large. */
const textOf = (message: unknown) =>
  frameText(realtimeChannels.send_message.message, {
    channel: 'send_message',
    cursor: '123456789012.123456789',
    message,
  });

describe('the frame of an entry', () => {
  it('fits the size limit, with all its messages or the id of each', () => {
    fc.assert(
      fc.property(entry, (anyEntry) => {
        const storedEntry = { sequence: 3, created_at, entry: anyEntry };
        const frame = entryFrame(thread, storedEntry);
        textOf(frame);
        const ids = messagesIn(thread._id, storedEntry).map(({ _id }) => _id);
        expect(frame.message_ids ?? frame.messages.map(({ _id }) => _id)).toEqual(ids);
      }),
      { numRuns: caseCount({ usual: 60, thorough: 400 }) },
    );
  });

  it('contains short messages in full', () => {
    const message = { role: 'user' as const, text: 'Look at web-1.' };
    const { messages } = entryFrame(thread, { sequence: 1, created_at, entry: message });
    expect(messages).toMatchObject([{ message_type: 'user-prompt', content: 'Look at web-1.' }]);
  });
});

describe('the frame of the status of a thread', () => {
  it('names the limit at which an AI agent ended', () => {
    const ended = { status: 'COMPLETED', ended_by: 'steps', limit: 20 } as const;
    expect(statusFrame(thread, ended)).toMatchObject({ ...ended, session_ended: true });
  });

  it('fits the size limit, however long its error is', () => {
    textOf(statusFrame(thread, { status: 'FAILED', error: '漢'.repeat(100_000) }));
  });
});

describe('the frame of an answer that is not stored yet', () => {
  it('fits the size limit, whatever the characters of its piece are', () => {
    for (const letter of ['a', '"', '\u0000', '漢', '\ud83d']) {
      textOf(
        deltaFrame(thread, { sequence: 3, offset: 60_000, text: letter.repeat(maxDeltaLength) }),
      );
    }
  });
});
