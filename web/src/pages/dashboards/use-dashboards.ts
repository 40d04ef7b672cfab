import { useQueryClient } from '@tanstack/react-query';
import type { DashboardView } from '#lib/domain/dashboards/dashboard.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { dashboards } from '#web/api/dashboards.ts';
import { onboarding } from '#web/api/onboarding.ts';
import { refreshQueries } from '#web/api/refetch.ts';
import { queryKey, useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { failureText } from '#web/components/failure-text.ts';

/** Milliseconds between polls for other users' changes. */
const pollEvery = 30_000;

const listKey = queryKey(dashboards.listDashboards, {});

type List = { items: DashboardView[] };

/** All dashboards, and the functions that change them; a saved change is shown at once. */
export const useDashboards = () => {
  const queries = useQueryClient();
  const { data, error, refetch } = useCall(dashboards.listDashboards, {}, { poll: pollEvery });
  const upsert = (one: DashboardView) =>
    queries.setQueryData<List>(listKey, (previous) => {
      const items = previous?.items ?? [];
      const isKnown = items.some(({ _id }) => _id === one._id);
      const replaced = items.map((other) => (other._id === one._id ? one : other));
      return { items: isKnown ? replaced : [...items, one] };
    });
  const update = useAction(dashboards.updateDashboard);
  const create = useAction(dashboards.createDashboard);
  const fail = (title: string) => (failure: ApiError) => {
    flash.error(title, { content: failureText(failure) });
    // The list is outdated.
    if (failure.status === 409 || failure.status === 404) void refetch();
  };
  /** A conflict is shown beside the dashboard, with the options; other errors above the page. */
  const failToSave = (failure: ApiError) => {
    if (failure.status === 409) void refetch();
    else fail('The dashboard was not saved.')(failure);
  };
  return {
    items: data?.items,
    error,
    refetch,
    isSaving: update.isPending,
    isCreating: create.isPending,
    update: (
      input: Parameters<typeof dashboards.updateDashboard>[0],
      onDone: (one: DashboardView) => void,
    ) =>
      update.mutate(input, {
        onSuccess: (one) => {
          upsert(one);
          onDone(one);
        },
        onError: input.widgets ? failToSave : fail('The dashboard was not renamed.'),
      }),
    create: (
      input: Parameters<typeof dashboards.createDashboard>[0],
      onDone: (one: DashboardView) => void,
    ) =>
      create.mutate(input, {
        onSuccess: (one) => {
          upsert(one);
          onDone(one);
          // Creating a second dashboard is a step of Getting Started.
          const queryKey = [onboarding.getOnboarding.routeKey];
          refreshQueries(queries, { queryKey });
        },
        onError: fail('The dashboard was not created.'),
      }),
  };
};
