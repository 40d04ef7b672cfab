import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { canary, type Example } from '../example.ts';

const cluster = { cspName: 'kubernetes', alias: `${canary} cluster`, groups: [canary], values: {} };

/** The public key of RFC 8032's first test. */
const publicKey = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';

export const example: Example = {
  inputs: {
    getAgentRelease: { integration_type: 'kubernetes' },
    createAgent: { name: 'New one', integration_type: 'kubernetes' },
    enrolAgent: {
      public_key: publicKey,
      facts: { version: '1.0.0', os: 'Linux', architecture: 'x64' },
    },
  },
  furnish: async ({ agents, integrations, root }) => {
    const parsed = newIntegration.parse(cluster);
    const { accountId: integration_id } = await integrations.createIntegration(root, parsed);
    const { agent_id } = await agents.createAgent(root, {
      name: `${canary} agent`,
      integration_id,
      integration_type: 'kubernetes',
    });
    await agents.createAgentKey(root, { agent_id });
    return { integration_id, agent_id };
  },
};
