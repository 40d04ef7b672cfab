import { containsText } from '#lib/kernel/text.ts';
import type { ActionSummary, ActionView } from './action.schema.ts';
import type { PythonClient } from './definition.schema.ts';

/** Matches AWS operations that remove or stop something. */
const destructiveOperation =
  /^(Delete|Terminate|Remove|Revoke|Stop|Disable|Detach|Deregister)[A-Z]/;

/** The clients of an action's code; empty for kinds without clients. */
export const clientsOf = ({ call }: Pick<ActionView, 'call'>): readonly PythonClient[] =>
  Object(call).clients ?? [];

/** Whether a user has to confirm a real test run of an action. */
export const needsTestConfirmation = ({ call }: Pick<ActionView, 'call'>): boolean =>
  Object(call).method === 'DELETE' ||
  destructiveOperation.test(String(Object(call).operation)) ||
  clientsOf({ call }).some(({ read_only }) => !read_only);

type Filter = {
  integration_type?: string | undefined;
  action_type?: string | undefined;
  approval_required?: 'true' | 'false' | undefined;
  search_text?: string | undefined;
  owner?: ActionSummary['owner'] | undefined;
};

/** Whether an action matches the filter of a list. */
export const matchesFilter = (action: ActionSummary, filter: Filter): boolean =>
  (!filter.integration_type || action.integration_types.includes(filter.integration_type)) &&
  // Any other owner lists all actions, both ready-made and own.
  (filter.owner !== 'self' || action.owner === 'self') &&
  (!filter.action_type || action.executable_type === filter.action_type) &&
  (!filter.approval_required || String(action.approval_required) === filter.approval_required) &&
  (containsText(action.name, filter.search_text) ||
    containsText(action.description, filter.search_text));
