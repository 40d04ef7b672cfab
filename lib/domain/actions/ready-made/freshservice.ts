import { longText, number, oneOf, readyMade, text, withDefault } from '../ready-made.schema.ts';

export const freshserviceActions = readyMade('freshservice', {
  create_ticket: {
    name: 'Create a Freshservice ticket',
    description: 'Creates an open ticket on behalf of a requester.',
    parameters: [
      text('email', 'Requester', 'The e-mail address of the requester.'),
      text('subject', 'Subject', 'One line that says what it is about.'),
      longText('description', 'Description', 'What was found; it may be HTML.'),
      withDefault(
        1,
        oneOf(
          ['1', '2', '3', '4'],
          number('priority', 'Priority', '1 is low, 2 medium, 3 high and 4 urgent.'),
        ),
      ),
    ],
    call: {
      method: 'POST',
      path: '/api/v2/tickets',
      body: {
        email: '{email}',
        subject: '{subject}',
        description: '{description}',
        priority: '{priority}',
        status: 2,
      },
      result: '/ticket',
    },
  },
  add_note: {
    name: 'Add a note to a Freshservice ticket',
    description: 'Adds a note that only agents see.',
    parameters: [
      number('ticket', 'Ticket', 'The number of the ticket.'),
      longText('note', 'Note', 'What the note says; it may be HTML.'),
    ],
    call: {
      method: 'POST',
      path: '/api/v2/tickets/{ticket}/notes',
      body: { body: '{note}', private: true },
      result: '/conversation',
    },
  },
});
