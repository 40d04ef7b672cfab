import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { UsingBot } from '#lib/domain/integrations/integration.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';

type Use = { items: readonly UsingBot[] };

/** The bots that use any of several accounts, each bot once. */
const mergeUses = (results: readonly UseQueryResult<Use>[]) => {
  const byId = new Map<string, UsingBot>();
  for (const [index, { data }] of results.entries()) {
    for (const [at, bot] of (data?.items ?? []).entries()) {
      // Bots that the user may not see have no id.
      const key = bot.bot_id || `${index} ${at}`;
      const existing = byId.get(key);
      const actions = [...(existing?.actions ?? []), ...bot.actions];
      const byAction = new Map(actions.map((one) => [one.action_id, one]));
      byId.set(key, { ...bot, actions: [...byAction.values()] });
    }
  }
  return {
    bots: results.some(({ isLoading }) => isLoading) ? undefined : [...byId.values()],
    isFailed: results.some(({ isError }) => isError),
  };
};

/** The bots that use a sample account; `bots` is undefined until all are loaded. */
export const useSampleUse = () => {
  const { data, isError } = useCall(integrations.listIntegrations, {
    group: 'Sample',
    number_of_items: 100,
  });
  const samples = data?.items.filter(({ sample }) => sample !== undefined) ?? [];
  const { bots, isFailed } = useQueries({
    queries: samples.map(({ accountId }) => ({
      queryKey: queryKey(integrations.getIntegrationUse, { accountId }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        integrations.getIntegrationUse({ accountId }, signal),
    })),
    combine: mergeUses,
  });
  return { bots: data && bots, isFailed: isError || isFailed };
};
