import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { ignoreSsl } from '../form-fields.ts';

export const elastic: IntegrationType = {
  name: 'elastic',
  displayName: 'Elasticsearch',
  category: 'Monitoring',
  description: 'Search and write documents, and read detection alerts.',
  badge: { letters: 'El', colour: '#00635d' },
  form: [
    {
      name: 'url',
      label: 'Elasticsearch address',
      type: 'text',
      required: true,
      rule: 'base_url',
      placeholder: 'https://my-deployment.es.eu-west-1.aws.found.io',
    },
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description:
        'The encoded key from Kibana under Stack Management, API keys. Restrict it to the ' +
        'indices that your bots use.',
    },
    ignoreSsl,
  ],
  auth: { kind: 'headers', headers: { authorization: 'ApiKey {api_key}' } },
  base_url: '{url}',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/_security/_authenticate',
    shows: '/username',
  },
};
