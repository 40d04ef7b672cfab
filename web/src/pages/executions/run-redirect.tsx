import { Navigate, useParams } from 'react-router';
import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePage } from '#web/app/page.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

/** A run's address without its bot, as mails and dashboards have it: goes to the run's page. */
export const RunRedirectPage = () => {
  const { bot_exc_id = '' } = useParams();
  const { data, error, refetch } = useCall(executions.getExecution, { bot_exc_id });
  usePage({ title: 'Run', crumbs: [{ text: 'Bots', to: '/bots' }] });
  if (data) return <Navigate to={`/bots/${data.bot_id}/executions/${data._id}`} replace />;
  if (!error) return <Loading text="Loading run" />;
  const back = { text: 'Go to bot runs', to: '/bots/executions' };
  return <LoadFailed error={error} what="this run" onRetry={refetch} back={back} />;
};
