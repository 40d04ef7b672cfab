import { longText, oneOf, optional, readyMade, text, withDefault } from '../ready-made.schema.ts';

const alert = text('alert', 'Alert', 'The id of the alert.');
const note = longText('note', 'Note', 'What the note says.');

export const opsgenieActions = readyMade('opsgenie', {
  create_alert: {
    name: 'Create an Opsgenie alert',
    description: 'Creates an alert, which notifies the people on call.',
    parameters: [
      text('message', 'Message', 'One line of at most 130 characters.'),
      optional(longText('description', 'Description', 'What is known so far.')),
      optional(text('alias', 'Alias', 'Alerts with the same alias are deduplicated.')),
      withDefault(
        'P3',
        oneOf(
          ['P1', 'P2', 'P3', 'P4', 'P5'],
          text('priority', 'Priority', 'P1 is critical, P5 is informational.'),
        ),
      ),
    ],
    call: {
      method: 'POST',
      path: '/v2/alerts',
      body: {
        message: '{message}',
        description: '{description}',
        alias: '{alias}',
        priority: '{priority}',
      },
    },
  },
  add_note: {
    name: 'Add a note to an Opsgenie alert',
    description: 'Adds a note that everybody who sees the alert can read.',
    parameters: [alert, note],
    call: { method: 'POST', path: '/v2/alerts/{alert}/notes', body: { note: '{note}' } },
  },
  close_alert: {
    name: 'Close an Opsgenie alert',
    description: 'Marks an alert as closed.',
    parameters: [alert, optional(note)],
    call: { method: 'POST', path: '/v2/alerts/{alert}/close', body: { note: '{note}' } },
  },
});
