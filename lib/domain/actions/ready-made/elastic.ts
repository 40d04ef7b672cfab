import { number, readyMade, text, withDefault } from '../ready-made.schema.ts';

export const elasticActions = readyMade('elastic', {
  search: {
    name: 'Search in Elasticsearch',
    description: 'Finds documents of an index, the best matches first.',
    parameters: [
      text('index', 'Index', 'The name of an index, or several: logs-*,alerts.'),
      text('query', 'Query', 'In Lucene syntax, such as status:500 AND host:web-1.'),
      withDefault(100, number('limit', 'At most', 'How many documents are read.')),
    ],
    call: {
      method: 'GET',
      path: '/{index}/_search',
      query: { q: '{query}', size: '{limit}' },
      result: '/hits/hits',
    },
  },
});
