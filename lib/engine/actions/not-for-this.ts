import { fits, type Fitting } from '#lib/domain/actions/fits.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { type Failed, hopeless } from '../nodes/node.ts';

/** Why an action does not run with an integration of another type; undefined where it fits. */
export const notForThis = (
  action: Fitting & { name: string },
  { type, alias }: OpenedIntegration,
): Failed | undefined =>
  fits(action, type.name)
    ? undefined
    : hopeless(`"${action.name}" is for another type of integration than "${alias}".`);
