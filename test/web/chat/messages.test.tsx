import { fireEvent, screen } from '@testing-library/react';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { MessageList } from '#web/components/chat/message-list.tsx';
import { show } from '../render.tsx';
import { message } from './completed-thread.ts';

const showAll = (messages: ChatMessage[], isOver = false) =>
  show(<MessageList messages={messages} agent="find" isOver={isOver} />);

describe('a call of a tool', () => {
  it.each([
    ['{}', 'No data'],
    ['[]', 'No data'],
    ['null', 'No data'],
    ['', 'No content available'],
    ['  ', 'No content available'],
  ])('that came to %j says "%s"', (content, said) => {
    const tool = { tool_name: 'look_up', tool_call_id: 'call_1' };
    showAll([
      message(2, { ...tool, message_type: 'tool-call', args_as_dict: { user: 'ada' } }),
      message(3, { ...tool, message_type: 'tool-return', content }),
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'look_up: completed' }));
    screen.getByText(said);
  });

  it('without arguments says so', () => {
    const tool = { tool_name: 'look_up', tool_call_id: 'call_1', args_as_dict: {} };
    showAll([message(2, { ...tool, message_type: 'tool-call' })]);
    fireEvent.click(screen.getByRole('button', { name: 'look_up: running' }));
    screen.getByText('No data');
  });
});

describe('a call that had not returned when its run ended', () => {
  const call = { tool_name: 'close_a_port', tool_call_id: 'call_1', approval_id: 'apr_1' } as const;

  it.each([
    ['running', 'may have been made'],
    ['asked', 'not made'],
  ] as const)('and was %s, is told so: %s', (call_status, stands) => {
    showAll([message(2, { ...call, message_type: 'tool-call', call_status })], true);
    screen.getByRole('button', { name: `close_a_port: ${stands}` });
  });
});

describe('a call that people did not permit', () => {
  const at = '2026-11-01T10:00:00.000Z';
  const tool = { tool_name: 'close_a_port', tool_call_id: 'call_1' };

  it.each([
    [{ at, by: 'ada@example.com', reason: 'No' }, 'rejected', 'Rejected by ada@example.com: No'],
    [{ at }, 'expired', 'Expired: nobody decided in time'],
  ])('%j is "%s", and says "%s"', (rejection, stands, said) => {
    showAll([
      message(2, { ...tool, message_type: 'tool-call', call_status: 'rejected', rejection }),
      message(3, { ...tool, message_type: 'tool-return', is_error: true, rejection }),
    ]);
    screen.getByRole('button', { name: `close_a_port: ${stands}` });
    screen.getByText(said);
  });
});

describe('what the agent is told in between', () => {
  const told = { message_type: 'system-prompt', content: 'Answer again with the JSON.' } as const;

  it('is folded, and said by nobody', () => {
    showAll([message(4, told)]);
    expect(screen.queryByText(/Person/)).toBeNull();
    expect(screen.queryByText(told.content)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Instructions to the agent' }));
    screen.getByText(told.content);
  });

  it('is a line without its words for people of the portal', () => {
    showAll([message(4, { ...told, content: '', withheld: true })]);
    screen.getByText('Instructions to the agent');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('an answer', () => {
  const cut = /^This answer was cut off/;

  it('that reached the most that one may have says so', () => {
    showAll([message(4, { content: 'The first of', final_response: true, cut: true })]);
    screen.getByText(cut);
  });

  it('that is whole does not', () => {
    showAll([message(4, { content: 'All.', final_response: true })]);
    expect(screen.queryByText(cut)).toBeNull();
  });
});
