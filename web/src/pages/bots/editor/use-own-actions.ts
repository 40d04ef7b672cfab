import { useMemo } from 'react';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { isOwnActionId } from '#lib/domain/actions/action-id.rules.ts';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { actionIdsOf } from '#lib/domain/bots/integration.rules.ts';
import { actions } from '#web/api/actions.ts';
import { ApiError } from '#web/api/api-error.ts';
import { queryKey } from '#web/api/use-call.ts';

type OwnActions = readonly Action[] | undefined;

/** Whether it is unknown if the action exists: only a 404 means that it does not. */
const isUnknownAction = ({ data, error }: UseQueryResult<ActionView>): boolean =>
  !data && !(error instanceof ApiError && error.status === 404);

/** A view contains everything that the check needs of an action. */
const toOwnActions = (results: UseQueryResult<ActionView>[]): OwnActions =>
  results.some(isUnknownAction)
    ? undefined
    : results.flatMap(({ data }) => (data ? [data as unknown as Action] : []));

/** The organisation's own actions that a graph uses; undefined while some could not be read. */
export const useOwnActions = (graph: Graph): OwnActions => {
  const ids = useMemo(() => actionIdsOf(graph).filter(isOwnActionId), [graph]);
  return useQueries({
    queries: ids.map((action_id) => ({
      queryKey: queryKey(actions.getAction, { action_id }),
      queryFn: ({ signal }: { signal: AbortSignal }) => actions.getAction({ action_id }, signal),
    })),
    combine: toOwnActions,
  });
};
