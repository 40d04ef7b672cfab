import { list, longText, optional, readyMade } from '../ready-made.schema.ts';

export const grafanaActions = readyMade('grafana', {
  add_annotation: {
    name: 'Add a Grafana annotation',
    description: 'Marks the current time in the graphs of the organization.',
    parameters: [
      longText('note', 'Text', 'What happened.'),
      optional(list('tags', 'Tags', 'Dashboards can filter annotations by tags.')),
    ],
    call: {
      method: 'POST',
      path: '/api/annotations',
      body: { text: '{note}', tags: '{tags}' },
    },
  },
});
