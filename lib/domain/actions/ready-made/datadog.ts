import {
  list,
  longText,
  number,
  oneOf,
  optional,
  readyMade,
  text,
  withDefault,
} from '../ready-made.schema.ts';

export const datadogActions = readyMade('datadog', {
  post_event: {
    name: 'Post a Datadog event',
    description: 'Posts an event to the event stream.',
    parameters: [
      text('title', 'Title', 'One line that says what happened.'),
      longText('message', 'Message', 'What happened. Put Markdown between %%% marks.'),
      withDefault(
        'info',
        oneOf(
          ['error', 'warning', 'info', 'success'],
          text('alert_type', 'Type', 'How Datadog shows the event.'),
        ),
      ),
      optional(list('tags', 'Tags', 'Tags, such as env:production.')),
    ],
    call: {
      method: 'POST',
      path: '/api/v1/events',
      body: {
        title: '{title}',
        text: '{message}',
        alert_type: '{alert_type}',
        tags: '{tags}',
      },
      result: '/event',
    },
  },
  get_monitor: {
    name: 'Read a Datadog monitor',
    description: 'Reads the state and the query of a monitor; needs an application key.',
    parameters: [number('monitor', 'Monitor', 'The id of the monitor.')],
    call: { method: 'GET', path: '/api/v1/monitor/{monitor}' },
  },
});
