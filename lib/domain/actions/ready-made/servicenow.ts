import { longText, oneOf, optional, readyMade, text, withDefault } from '../ready-made.schema.ts';

const incident = text('incident', 'Incident', 'Its sys_id: 32 letters and digits.');
const path = '/api/now/table/incident/{incident}';
const levels = ['1', '2', '3'];

export const servicenowActions = readyMade('servicenow', {
  create_incident: {
    name: 'Create a ServiceNow incident',
    description: 'Creates a record in the table incident.',
    parameters: [
      text('short_description', 'Short description', 'One line that says what is wrong.'),
      longText('description', 'Description', 'What is known so far.'),
      withDefault('2', oneOf(levels, text('urgency', 'Urgency', '1 is high, 3 is low.'))),
      withDefault('2', oneOf(levels, text('impact', 'Impact', '1 is high, 3 is low.'))),
      optional(text('category', 'Category', 'A category of your instance, such as software.')),
    ],
    call: {
      method: 'POST',
      path: '/api/now/table/incident',
      body: {
        short_description: '{short_description}',
        description: '{description}',
        urgency: '{urgency}',
        impact: '{impact}',
        category: '{category}',
      },
      result: '/result',
    },
  },
  get_incident: {
    name: 'Read a ServiceNow incident',
    description: 'Reads a record of the table incident.',
    parameters: [incident],
    call: { method: 'GET', path, result: '/result' },
  },
  add_work_note: {
    name: 'Add a work note to a ServiceNow incident',
    description: 'Adds a note that only those who work on the incident see.',
    parameters: [incident, longText('note', 'Note', 'What the note says.')],
    call: { method: 'PATCH', path, body: { work_notes: '{note}' }, result: '/result' },
  },
});
