import type { IntegrationType } from '../integrations/catalogue-entry.schema.ts';
import type { ActionSummary, ActionView } from './action.schema.ts';
import type { Action, ActionOf, Calls, ExecutableType } from './definition.schema.ts';
import { supportedTypesOf } from './supports-integration.rules.ts';
import type { OwnAction, OwnActionSummary } from './own-action.schema.ts';
import { agentUseOf } from './reads-only.rules.ts';
import { toolFactsOf } from './tool-facts.rules.ts';

/** One-line descriptions of calls, by kind. */
const callTexts: { [Kind in ExecutableType]: (call: Calls[Kind]) => string } = {
  rest: ({ method, path }) => `${method} ${path}`,
  aws: ({ service, operation }) => `${service}:${operation}`,
  agent: ({ kind }) => kind,
  sql: () => 'SELECT, in a read-only transaction',
  python: ({ clients }) => {
    const names = clients.map(({ name }) => name).join(', ');
    return names === '' ? 'Python' : `Python: ${names}`;
  },
};

const callTextOf = <Kind extends ExecutableType>({
  executable_type,
  call,
}: ActionOf<Kind>): string => callTexts[executable_type](call);

type Category = Pick<IntegrationType, 'category'>;

type DerivedFields = Pick<ActionSummary, 'integration_types' | 'agent_use' | 'agent_facts'>;

/** Derived fields of an action in lists. */
const derivedFieldsOf = (action: Action): DerivedFields => ({
  integration_types: supportedTypesOf(action),
  agent_use: agentUseOf(action),
  agent_facts: toolFactsOf(action),
});

/** The list entry of a ready-made action. */
export const summaryOf = (action: Action, { category }: Category): ActionSummary => {
  const { call, parameters_definition, ...visibleFields } = action;
  return { ...visibleFields, ...derivedFieldsOf(action), category, owner: 'all' };
};

/** The list entry of an organisation's own action. */
export const summaryOfOwn = (
  action: OwnActionSummary & DerivedFields,
  { category }: Category,
): ActionSummary => ({ ...action, category, owner: 'self' });

const partsOf = (action: Action): Pick<ActionView, 'parameters_definition' | 'calls' | 'call'> => ({
  parameters_definition: action.parameters_definition.map(({ options, ...parameter }) => ({
    ...parameter,
    ...(options && { options: [...options] }),
  })),
  calls: callTextOf(action),
  call: action.call,
});

/** The full view of a ready-made action, with parameters and call. */
export const viewOf = (action: Action, type: Category): ActionView => ({
  ...summaryOf(action, type),
  ...partsOf(action),
});

/** The full view of an organisation's own action. */
export const viewOfOwn = (one: OwnAction, type: Category): ActionView => {
  const { call, parameters_definition, tenant_id, ...summary } = one;
  const ownSummary = { ...summary, ...derivedFieldsOf(one) };
  return { ...summaryOfOwn(ownSummary, type), ...partsOf(one) };
};
