import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { type Failed, hopeless } from '../nodes/node.ts';

/** Why an action does not run with an integration: it is for another type. */
export const notForThis = (
  { name, integration_type }: Pick<Action, 'name' | 'integration_type'>,
  { type, alias }: OpenedIntegration,
): Failed | undefined =>
  type.name === integration_type
    ? undefined
    : hopeless(`"${name}" is for another type of integrations than "${alias}".`);
