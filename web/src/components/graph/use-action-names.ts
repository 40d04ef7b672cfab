import { useMemo } from 'react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { actionIdsOf } from '#lib/domain/bots/integration.rules.ts';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import type { ActionNames } from './summary.ts';

/** Every action that there is: the API's largest page, as the form of such a node asks for. */
export const allActions = { page_number: 1, number_of_items: 1000 };

/** What the actions of a graph are called; undefined until that is known, or where it has none. */
export const useActionNames = (graph: Graph): ActionNames | undefined => {
  const enabled = useMemo(() => actionIdsOf(graph).length > 0, [graph]);
  const { data } = useCall(actions.listActions, allActions, { enabled });
  return useMemo(() => data && new Map(data.items.map(({ _id, name }) => [_id, name])), [data]);
};
