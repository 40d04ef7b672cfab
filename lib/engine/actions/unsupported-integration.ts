import { supportsType, type TypedAction } from '#lib/domain/actions/supports-integration.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { type Failed, failedForGood } from '../nodes/node.ts';

/** Why an action does not run with an integration of another type; undefined where it fits. */
export const wrongTypeFailure = (
  action: TypedAction & { name: string },
  { type, alias }: OpenedIntegration,
): Failed | undefined =>
  supportsType(action, type.name)
    ? undefined
    : failedForGood(`"${action.name}" is for another type of integration than "${alias}".`);
