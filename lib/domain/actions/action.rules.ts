import { containsText } from '#lib/kernel/text.ts';
import type { IntegrationType } from '../integrations/catalogue-entry.schema.ts';
import type { ActionSummary, ActionView } from './action.schema.ts';
import type { ReadyMade } from './ready-made.schema.ts';

/** An action as lists show it. */
export const summaryOf = (
  { call, parameters_definition, ...action }: ReadyMade,
  { category }: Pick<IntegrationType, 'category'>,
): ActionSummary => ({ ...action, category, executable_type: 'rest' });

/** An action with what it is given and what it calls. */
export const viewOf = (
  action: ReadyMade,
  type: Pick<IntegrationType, 'category'>,
): ActionView => ({
  ...summaryOf(action, type),
  parameters_definition: action.parameters_definition.map(({ options, ...parameter }) => ({
    ...parameter,
    ...(options && { options: [...options] }),
  })),
  method: action.call.method,
  path: action.call.path,
});

type Filter = {
  integration_type?: string | undefined;
  action_type?: string | undefined;
  approval_required?: 'true' | 'false' | undefined;
  search_text?: string | undefined;
};

/** Whether an action is one of those asked for. */
export const fitsFilter = (action: ActionSummary, filter: Filter): boolean =>
  (!filter.integration_type || action.integration_type === filter.integration_type) &&
  (!filter.action_type || action.executable_type === filter.action_type) &&
  (!filter.approval_required || String(action.approval_required) === filter.approval_required) &&
  (containsText(action.name, filter.search_text) ||
    containsText(action.description, filter.search_text));
