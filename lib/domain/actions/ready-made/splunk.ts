import { longText, readyMade, text, withDefault } from '../ready-made.schema.ts';

export const splunkActions = readyMade('splunk', {
  search: {
    name: 'Search in Splunk',
    description: 'Runs a search that takes only seconds, and waits for its results.',
    parameters: [
      longText('search', 'Search', 'Begins with search, or with a pipe: search index=main error.'),
      withDefault('-24h', text('earliest', 'From', 'The earliest time, such as -24h.')),
      withDefault('now', text('latest', 'Until', 'The latest time, such as now.')),
    ],
    call: {
      method: 'POST',
      path: '/services/search/v2/jobs',
      form: {
        search: '{search}',
        earliest_time: '{earliest}',
        latest_time: '{latest}',
        exec_mode: 'oneshot',
        output_mode: 'json',
      },
      result: '/results',
    },
  },
});
