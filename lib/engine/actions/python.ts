import { type Values, valuesOf } from '#lib/domain/actions/action-call.rules.ts';
import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { cutText } from '../nodes/shown.ts';
import type { ActionRules, PlannedAction } from './kind.ts';
import { runPasses } from './python/passes.ts';

/** `jira, slack`, after the given text; empty without clients. */
const clientNamesAfter = (prefix: string, { call }: ActionOf<'python'>): string =>
  call.clients.length === 0 ? '' : `${prefix}${call.clients.map(({ name }) => name).join(', ')}`;

const shownOf = ({ call }: ActionOf<'python'>, values: Values): PlannedAction['details'] => ({
  ...(call.clients.length > 0 && { clients: call.clients.map(({ name }) => name) }),
  parameters: values,
  code: cutText(call.code),
});

/**
 * Python without network access, whose clients call integrations. In a dry run it makes calls that
 * only read, and ends at the first other call.
 */
export const python: ActionRules<'python'> = {
  plan({ action, input, clients }) {
    const values = valuesOf(action.parameters_definition, input);
    if (typeof values === 'string') return values;
    const unassignedClient = action.call.clients.find(
      ({ name }) => clients[name]?.id === undefined,
    );
    if (unassignedClient)
      return `The client ${unassignedClient.name} has no integration yet. Choose one.`;
    const onlyReads = action.call.clients.every(({ read_only }) => read_only);
    return {
      would: `Python code${clientNamesAfter(' that calls ', action)}`,
      details: shownOf(action, values),
      onlyReads,
      // An action that needs approval does nothing without one, not even in a dry run.
      ...(!onlyReads && !action.approval_required && { canRehearse: true as const }),
    };
  },

  perform: (call, actionRequest) => runPasses(call, actionRequest),

  rehearse: ({ progressStore: _, ...call }, actionRequest) => runPasses(call, actionRequest, true),
};
