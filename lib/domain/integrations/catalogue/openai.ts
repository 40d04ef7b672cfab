import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { modelFields } from '../model-fields.ts';

export const openai: IntegrationType = {
  name: 'openai',
  displayName: 'OpenAI',
  category: 'AI',
  description: 'Use OpenAI models in bots.',
  badge: { letters: 'AI', colour: '#0d7a5f' },
  form: [
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description:
        'At platform.openai.com under API keys. A restricted key needs Models: Read for the ' +
        'test, and Model capabilities for requests to models.',
      placeholder: 'sk-…',
    },
    ...modelFields('gpt-5-mini 0.25 2'),
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {api_key}' } },
  base_url: 'https://api.openai.com/v1',
  test: { kind: 'call', method: 'GET', path: '/models', models: { at: '/data', id: 'id' } },
};
