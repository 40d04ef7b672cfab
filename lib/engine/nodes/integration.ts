import type { IntegrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { intendedUse } from '#lib/domain/integrations/integration.rules.ts';
import type { IntegrationUse } from '#lib/domain/integrations/integration.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { CannotOpen } from '#lib/kernel/sealing.ts';
import { type EffectCall, type Failed, failedForGood } from './node.ts';

const useTexts: Record<IntegrationUse, string> = {
  requests: 'is called over HTTP',
  messages: 'posts messages to one address',
  signed_messages: 'signs messages',
  database: 'is a database',
  mail: 'is a mail server',
  aws: 'is an AWS account',
  agents: 'is reached through agents',
  tools: 'is an MCP server',
};

/**
 * The opened integration of a node, or the failure that says why it cannot be used for this
 * purpose. An integration of another organisation does not exist for it.
 */
export const integrationOf = async (
  { deps, tenant_id }: EffectCall,
  { id }: IntegrationSetting,
  use: IntegrationUse,
): Promise<OpenedIntegration | Failed> => {
  if (id === undefined) return failedForGood('This node has no integration yet. Choose one.');
  try {
    const found = await deps.integration(tenant_id, id);
    if (!found) {
      return failedForGood(
        'The integration of this node does not exist, or it was deleted. Choose one.',
      );
    }
    const { alias, type, values } = found;
    const actualUse = intendedUse(type, values);
    if (actualUse === use) return found;
    return failedForGood(
      `The integration "${alias}" ${useTexts[actualUse]}. Choose one that ${useTexts[use]}.`,
    );
  } catch (error) {
    if (error instanceof CannotOpen) return failedForGood(error.message);
    throw error;
  }
};
