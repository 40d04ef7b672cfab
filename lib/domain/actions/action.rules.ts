import { containsText } from '#lib/kernel/text.ts';
import type { ActionSummary, ActionView } from './action.schema.ts';
import type { PythonClient } from './definition.schema.ts';

/** How the names of AWS's calls begin that take something away. */
const takesAway = /^(Delete|Terminate|Remove|Revoke|Stop|Disable|Detach|Deregister)[A-Z]/;

/** The clients of an action's code, of those kinds that have some. */
export const clientsOf = ({ call }: Pick<ActionView, 'call'>): readonly PythonClient[] =>
  Object(call).clients ?? [];

/** Whether people who try an action say once more that they want it. */
export const asksBeforeTest = ({ call }: Pick<ActionView, 'call'>): boolean =>
  Object(call).method === 'DELETE' ||
  takesAway.test(String(Object(call).operation)) ||
  clientsOf({ call }).some(({ read_only }) => !read_only);

type Filter = {
  integration_type?: string | undefined;
  action_type?: string | undefined;
  approval_required?: 'true' | 'false' | undefined;
  search_text?: string | undefined;
  owner?: ActionSummary['owner'] | undefined;
};

/** Whether an action is one of those asked for. */
export const fitsFilter = (action: ActionSummary, filter: Filter): boolean =>
  (!filter.integration_type || action.integration_types.includes(filter.integration_type)) &&
  // Everybody's are shown with the organisation's own.
  (filter.owner !== 'self' || action.owner === 'self') &&
  (!filter.action_type || action.executable_type === filter.action_type) &&
  (!filter.approval_required || String(action.approval_required) === filter.approval_required) &&
  (containsText(action.name, filter.search_text) ||
    containsText(action.description, filter.search_text));
