import { containsText } from '#lib/kernel/text.ts';
import type { IntegrationType } from '../integrations/catalogue-entry.schema.ts';
import type { ActionSummary, ActionView } from './action.schema.ts';
import type {
  Action,
  ActionOf,
  Calls,
  ExecutableType,
  PythonClient,
} from './definition.schema.ts';
import { typesFor } from './fits.rules.ts';
import type { OwnAction, OwnActionSummary } from './own-action.schema.ts';

/** What a call of each kind is in one line. */
const words: { [Kind in ExecutableType]: (call: Calls[Kind]) => string } = {
  rest: ({ method, path }) => `${method} ${path}`,
  aws: ({ service, operation }) => `${service}:${operation}`,
  agent: ({ kind }) => kind,
  sql: () => 'SELECT, in a transaction that cannot write',
  python: ({ clients }) => {
    const names = clients.map(({ name }) => name).join(', ');
    return names === '' ? 'Python' : `Python: ${names}`;
  },
};

const wordsOf = <Kind extends ExecutableType>({ executable_type, call }: ActionOf<Kind>): string =>
  words[executable_type](call);

type Category = Pick<IntegrationType, 'category'>;

/** An action that comes with the product, as lists show it. */
export const summaryOf = (action: Action, { category }: Category): ActionSummary => {
  const { call, parameters_definition, ...shown } = action;
  return { ...shown, integration_types: typesFor(action), category, owner: 'all' };
};

/** One of the organisation's own, as lists show it. */
export const summaryOfOwn = (
  action: OwnActionSummary & Pick<ActionSummary, 'integration_types'>,
  { category }: Category,
): ActionSummary => ({ ...action, category, owner: 'self' });

const partsOf = (action: Action): Pick<ActionView, 'parameters_definition' | 'calls' | 'call'> => ({
  parameters_definition: action.parameters_definition.map(({ options, ...parameter }) => ({
    ...parameter,
    ...(options && { options: [...options] }),
  })),
  calls: wordsOf(action),
  call: action.call,
});

/** An action with what it is given and what it calls. */
export const viewOf = (action: Action, type: Category): ActionView => ({
  ...summaryOf(action, type),
  ...partsOf(action),
});

/** The same of one of the organisation's own. */
export const viewOfOwn = (one: OwnAction, type: Category): ActionView => {
  const { call, parameters_definition, tenant_id, ...summary } = one;
  const fitting = { ...summary, integration_types: typesFor(one) };
  return { ...summaryOfOwn(fitting, type), ...partsOf(one) };
};

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
