import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';

/** As many as a user looks through. */
const latest = { page_number: 1, number_of_items: 20 };

const statusOf = (data: unknown, error: unknown) => {
  if (data) return 'finished' as const;
  return error ? ('error' as const) : ('loading' as const);
};

/** The latest runs of a bot, as options of a field. */
export const useRunsOf = (botId: string) => {
  const { data, error, refetch } = useCall(executions.listExecutions, { ...latest, bot_id: botId });
  return { runs: data?.items ?? [], statusType: statusOf(data, error), refetch };
};
