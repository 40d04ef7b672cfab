import { longText, number, oneOf, readyMade, text, withDefault } from '../ready-made.schema.ts';

const ticket = number('ticket', 'Ticket', 'The number of the ticket.');
const path = '/api/v2/tickets/{ticket}';

export const zendeskActions = readyMade('zendesk', {
  create_ticket: {
    name: 'Create a Zendesk ticket',
    description: 'Creates a ticket with a first comment.',
    parameters: [
      text('subject', 'Subject', 'One line that says what it is about.'),
      longText('comment', 'Comment', 'What was found, and what is to be done.'),
      withDefault(
        'normal',
        oneOf(
          ['urgent', 'high', 'normal', 'low'],
          text('priority', 'Priority', 'How soon it is to be done.'),
        ),
      ),
    ],
    call: {
      method: 'POST',
      path: '/api/v2/tickets',
      body: {
        ticket: {
          subject: '{subject}',
          comment: { body: '{comment}' },
          priority: '{priority}',
        },
      },
      result: '/ticket',
    },
  },
  add_note: {
    name: 'Add an internal note to a Zendesk ticket',
    description: 'Adds a comment that only agents see.',
    parameters: [ticket, longText('note', 'Note', 'What the note says.')],
    call: {
      method: 'PUT',
      path,
      body: { ticket: { comment: { body: '{note}', public: false } } },
      result: '/ticket',
    },
  },
  solve_ticket: {
    name: 'Solve a Zendesk ticket',
    description: 'Sets a ticket to solved, with a comment that its requester gets.',
    parameters: [ticket, longText('comment', 'Comment', 'What was done.')],
    call: {
      method: 'PUT',
      path,
      body: { ticket: { status: 'solved', comment: { body: '{comment}' } } },
      result: '/ticket',
    },
  },
});
