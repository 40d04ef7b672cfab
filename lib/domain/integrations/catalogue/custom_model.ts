import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { ignoreSsl } from '../form-fields.ts';
import { modelFields } from '../model-fields.ts';

export const customModel: IntegrationType = {
  name: 'custom_model',
  displayName: 'Custom model',
  category: 'AI',
  description: 'Use any model server with an API like that of OpenAI, such as vLLM or Ollama.',
  badge: { letters: 'CM', colour: '#475467' },
  form: [
    {
      name: 'api_url',
      label: 'API address',
      type: 'text',
      required: true,
      rule: 'base_url',
      description: 'The base URL, without /chat/completions.',
      placeholder: 'https://models.example.com/v1',
    },
    {
      name: 'auth_type',
      label: 'Authentication',
      type: 'select',
      required: true,
      default: 'bearer',
      options: [
        {
          value: 'bearer',
          label: 'API key (bearer)',
          children: [
            {
              name: 'api_key',
              label: 'API key',
              type: 'password',
              required: true,
              description: 'The API key configured on the server.',
            },
          ],
        },
        { value: 'none', label: 'None' },
      ],
    },
    ...modelFields('llama3.1:8b'),
    ignoreSsl,
  ],
  auth: {
    kind: 'chosen',
    field: 'auth_type',
    of: {
      bearer: { kind: 'headers', headers: { authorization: 'Bearer {api_key}' } },
      none: { kind: 'none' },
    },
  },
  base_url: '{api_url}',
  test: { kind: 'call', method: 'GET', path: '/models', models: { at: '/data', id: 'id' } },
};
