import { screen } from '@testing-library/react';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { users } from '#web/api/users.ts';
import { ThreadEnd } from '#web/components/chat/thread-end.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { completedThread, threadMessage } from './completed-thread.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

const emptyComposer = {
  text: '',
  setText: () => undefined,
  send: () => undefined,
  isSending: false,
  temporary: undefined,
  error: null,
  dismiss: () => undefined,
};

const showEnd = (overrides: Partial<ChatThread>, messages: ChatMessage[] = []) =>
  renderPage(
    <ThreadEnd
      thread={{ ...completedThread, ...overrides }}
      {...{ messages, writing: emptyComposer }}
    />,
  );

const raiseLimitPattern = /Raise the limit in its node, or narrow its task, and run the bot again/;

describe("the end of an AI agent's conversation", () => {
  it.each([[undefined], ['final_response' as const]])('by %s is shown as completed', (ended_by) => {
    showEnd(ended_by ? { ended_by } : {});
    screen.getByText('Session Completed');
  });

  it.each([
    ['steps', 20, 'Ended at its limit of 20 steps'],
    ['tool_calls', 1, 'Ended at its limit of 1 tool call'],
    ['tokens', 200_000, 'Ended at its limit of 200,000 tokens'],
    ['cost', 1, 'Ended at its limit of $1.00'],
    ['minutes', 30, 'Ended at its limit of 30 minutes'],
    ['day', 1440, 'Ended after a day, the maximum for an agent'],
    ['answer_length', 8000, 'Ended at 8,000 tokens, the maximum for one answer'],
  ] as const)('at its limit of %s shows the limit and how to continue', (ended_by, limit, text) => {
    showEnd({ ended_by, limit });
    screen.getByText(text);
    screen.getByText(/run the bot again/);
    screen.getByRole('link', { name: 'Open bot' });
    expect(screen.queryByText('Session Completed')).toBeNull();
  });

  it('shows steps, tool calls, tokens and cost if the thread contains them', () => {
    const spent = { steps: 3, tool_calls: 1, input_tokens: 900, output_tokens: 99, cost: 0.43 };
    const { unmount } = showEnd({ spent });
    screen.getByText('3 steps, 1 tool call, 999 tokens, $0.43');
    unmount();
    showEnd({ spent: undefined });
    expect(screen.queryByText(/tokens/)).toBeNull();
  });

  it('suggests changes of the node only to users who may change bots', async () => {
    const { queries } = showEnd({ ended_by: 'steps', limit: 20 });
    const key = [users.getCurrentUser.routeKey, {}];
    await screen.findByText(raiseLimitPattern);
    const me = await product.api.users.getCurrentUser({});
    queries.setQueryData(key, { ...me, userType: 'SP_USER', permissions: [] });
    await screen.findByText('What it said last may not be its whole answer.');
    expect(screen.queryByText(raiseLimitPattern)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Open bot' })).toBeNull();
  });

  it('reports which messages of people the agent did not read', () => {
    const person = { message_type: 'user-prompt', sent_by: 'ada@example.com' } as const;
    const messages = [
      threadMessage(1, { message_type: 'user-prompt', content: 'The data of the run.' }),
      threadMessage(2, { ...person, content: 'Read.' }),
      threadMessage(3, { message_type: 'tool-call', tool_name: 'look', tool_call_id: 'call_1' }),
      threadMessage(4, { ...person, content: 'Unread.' }),
      threadMessage(5, { message_type: 'tool-return', tool_name: 'look', tool_call_id: 'call_1' }),
    ];
    showEnd({ ended_by: 'steps', limit: 20 }, messages);
    screen.getByText('The agent ended before it read the last message.');
  });

  it('reports no unread messages after an answer', () => {
    const person = { message_type: 'user-prompt', content: 'Read.' } as const;
    showEnd({ ended_by: 'final_response' }, [
      threadMessage(2, person),
      threadMessage(3, { content: 'Done.' }),
    ]);
    expect(screen.queryByText(/before it read/)).toBeNull();
  });
});
