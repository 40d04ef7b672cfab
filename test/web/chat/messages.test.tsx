import { fireEvent, screen } from '@testing-library/react';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { MessageList } from '#web/components/chat/message-list.tsx';
import { renderPage } from '../render.tsx';
import { threadMessage } from './completed-thread.ts';

const showAll = (messages: ChatMessage[], isOver = false) =>
  renderPage(<MessageList messages={messages} agent="find" isOver={isOver} />);

describe('a tool call', () => {
  it.each([
    ['{}', 'No data'],
    ['[]', 'No data'],
    ['null', 'No data'],
    ['', 'No content available'],
    ['  ', 'No content available'],
  ])('with the result %j shows "%s"', (content, text) => {
    const tool = { tool_name: 'look_up', tool_call_id: 'call_1' };
    showAll([
      threadMessage(2, { ...tool, message_type: 'tool-call', args_as_dict: { user: 'ada' } }),
      threadMessage(3, { ...tool, message_type: 'tool-return', content }),
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'look_up: completed' }));
    screen.getByText(text);
  });

  it('without arguments shows "No data"', () => {
    const tool = { tool_name: 'look_up', tool_call_id: 'call_1', args_as_dict: {} };
    showAll([threadMessage(2, { ...tool, message_type: 'tool-call' })]);
    fireEvent.click(screen.getByRole('button', { name: 'look_up: running' }));
    screen.getByText('No data');
  });
});

describe('a tool call that had not returned when its run ended', () => {
  const call = { tool_name: 'close_a_port', tool_call_id: 'call_1', approval_id: 'apr_1' } as const;

  it.each([
    ['running', 'may have been made'],
    ['asked', 'not made'],
  ] as const)('with the status %s is labelled "%s"', (call_status, label) => {
    showAll([threadMessage(2, { ...call, message_type: 'tool-call', call_status })], true);
    screen.getByRole('button', { name: `close_a_port: ${label}` });
  });
});

describe('a tool call that people did not approve', () => {
  const at = '2026-11-01T10:00:00.000Z';
  const tool = { tool_name: 'close_a_port', tool_call_id: 'call_1' };

  it.each([
    [{ at, by: 'ada@example.com', reason: 'No' }, 'rejected', 'Rejected by ada@example.com: No'],
    [{ at }, 'expired', 'Expired: nobody decided in time'],
  ])('with the rejection %j is labelled "%s" and shows "%s"', (rejection, label, text) => {
    showAll([
      threadMessage(2, { ...tool, message_type: 'tool-call', call_status: 'rejected', rejection }),
      threadMessage(3, { ...tool, message_type: 'tool-return', is_error: true, rejection }),
    ]);
    screen.getByRole('button', { name: `close_a_port: ${label}` });
    screen.getByText(text);
  });
});

describe('an instruction of the product to the AI agent', () => {
  const instruction = {
    message_type: 'system-prompt',
    content: 'Answer again with the JSON.',
  } as const;

  it('is collapsed and shows no author', () => {
    showAll([threadMessage(4, instruction)]);
    expect(screen.queryByText(/Person/)).toBeNull();
    expect(screen.queryByText(instruction.content)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Instructions to the agent' }));
    screen.getByText(instruction.content);
  });

  it('shows portal users a line without its text', () => {
    showAll([threadMessage(4, { ...instruction, content: '', withheld: true })]);
    screen.getByText('Instructions to the agent');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('an answer of the AI agent', () => {
  const cut = /^This answer was cut off/;

  it('shows a note when the answer was cut off at its maximum length', () => {
    showAll([threadMessage(4, { content: 'The first of', final_response: true, cut: true })]);
    screen.getByText(cut);
  });

  it('shows no such note when the answer is complete', () => {
    showAll([threadMessage(4, { content: 'All.', final_response: true })]);
    expect(screen.queryByText(cut)).toBeNull();
  });
});
