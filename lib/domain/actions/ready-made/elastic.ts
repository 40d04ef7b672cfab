import { number, readyMade, text, usually } from '../ready-made.schema.ts';

export const elasticActions = readyMade('elastic', {
  search: {
    name: 'Search in Elasticsearch',
    description: 'Finds documents of an index, the best matches first.',
    parameters: [
      text('index', 'Index', 'Its name, or several: logs-*,alerts.'),
      text('query', 'Query', 'As Lucene writes it: status:500 AND host:web-1.'),
      usually(100, number('limit', 'At most', 'How many documents are read.')),
    ],
    call: {
      method: 'GET',
      path: '/{index}/_search',
      query: { q: '{query}', size: '{limit}' },
      result: '/hits/hits',
    },
  },
});
