import * as z from 'zod';
import { integrationSetting } from './integration-setting.schema.ts';
import { template } from './template.schema.ts';

const value = z.union([template(100_000), z.number(), z.array(template(4000)).max(100)]);

/** Maximum timeout in seconds: waiting for a state may take one day. */
export const maxTimeoutSeconds = 86_400;

export const restApiActionSettings = z.strictObject({
  action: z
    .string()
    .max(100)
    .default('')
    .meta({ title: 'Action', description: 'What the node runs.', control: 'action' }),
  integration: integrationSetting.optional().meta({
    title: 'Integration',
    description: 'The account to run the action in.',
    control: 'integration',
    uses: ['requests', 'aws', 'agents', 'database'],
    needed: true,
  }),
  clients: z
    .record(z.string().max(40), integrationSetting)
    .default({})
    .meta({
      title: 'Clients',
      description: 'The accounts that the code of the action calls.',
      control: 'clients',
      uses: ['requests'],
    }),
  parameters: z
    .record(z.string().max(60), value)
    .default({})
    .meta({ title: 'Parameters', control: 'parameters' }),
  timeout_seconds: z.number().int().min(1).max(maxTimeoutSeconds).default(30).meta({
    title: 'Timeout',
    description:
      'Maximum time in seconds. Calls and code: 240 s. Waiting for a state: 24 h (86400).',
  }),
});
