import { useMemo } from 'react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { actionIdsOf } from '#lib/domain/bots/integration.rules.ts';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import type { ActionNames } from './summary.ts';

/** All actions: the API's largest page, with the same input as the form of such a node. */
export const allActions = { page_number: 1, number_of_items: 1000 };

/** The names of the actions in a graph; undefined until they are loaded, or if it has none. */
export const useActionNames = (graph: Graph): ActionNames | undefined => {
  const enabled = useMemo(() => actionIdsOf(graph).length > 0, [graph]);
  const { data } = useCall(actions.listActions, allActions, { enabled });
  return useMemo(() => data && new Map(data.items.map(({ _id, name }) => [_id, name])), [data]);
};
