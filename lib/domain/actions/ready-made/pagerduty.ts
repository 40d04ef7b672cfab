import { longText, oneOf, optional, readyMade, text, withDefault } from '../ready-made.schema.ts';

const incident = text('incident', 'Incident', 'Its id, such as PT4KHLK.');
const from = text('from', 'From', 'The e-mail address of the requesting PagerDuty user.');
const headers = { from: '{from}' };

const setStatus = (status: string) => ({
  method: 'PUT' as const,
  path: '/incidents/{incident}',
  headers,
  body: { incident: { type: 'incident_reference', status } },
  result: '/incident',
});

export const pagerdutyActions = readyMade('pagerduty', {
  trigger_incident: {
    name: 'Trigger a PagerDuty incident',
    description: 'Creates an incident of a service, which notifies the people on call.',
    parameters: [
      from,
      text('service', 'Service', 'The id of the service, such as PIJ90N7.'),
      text('title', 'Title', 'One line that says what is wrong.'),
      longText('details', 'Details', 'What is known so far.'),
      withDefault(
        'high',
        oneOf(['high', 'low'], text('urgency', 'Urgency', 'How urgently people are notified.')),
      ),
      optional(text('key', 'Key', 'No other incident is created while one with this key is open.')),
    ],
    call: {
      method: 'POST',
      path: '/incidents',
      headers,
      body: {
        incident: {
          type: 'incident',
          title: '{title}',
          service: { id: '{service}', type: 'service_reference' },
          urgency: '{urgency}',
          incident_key: '{key}',
          body: { type: 'incident_body', details: '{details}' },
        },
      },
      result: '/incident',
    },
  },
  acknowledge_incident: {
    name: 'Acknowledge a PagerDuty incident',
    description: 'Acknowledges an incident, so that nobody else is paged.',
    parameters: [from, incident],
    call: setStatus('acknowledged'),
  },
  resolve_incident: {
    name: 'Resolve a PagerDuty incident',
    description: 'Marks an incident as resolved.',
    parameters: [from, incident],
    call: setStatus('resolved'),
  },
  add_note: {
    name: 'Add a note to a PagerDuty incident',
    description: 'Adds a note that everybody who works on the incident sees.',
    parameters: [from, incident, longText('note', 'Note', 'What the note says.')],
    call: {
      method: 'POST',
      path: '/incidents/{incident}/notes',
      headers,
      body: { note: { content: '{note}' } },
      result: '/note',
    },
  },
});
