import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const anthropic: IntegrationType = {
  name: 'anthropic',
  displayName: 'Anthropic',
  category: 'AI',
  description: 'Call Claude in HTTP requests. AI agents use it through Amazon Bedrock.',
  badge: { letters: 'An', colour: '#9c4a2f' },
  form: [
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description: 'In the Claude Console under API keys.',
      placeholder: 'sk-ant-…',
    },
  ],
  auth: { kind: 'headers', headers: { 'x-api-key': '{api_key}' } },
  base_url: 'https://api.anthropic.com',
  headers: { 'anthropic-version': '2023-06-01' },
  test: { kind: 'call', method: 'GET', path: '/v1/models?limit=1' },
};
