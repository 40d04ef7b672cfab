import { Navigate, useLocation, useParams } from 'react-router';
import { pathTo } from '#lib/pages.ts';
import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { runGoneText } from '#web/components/run/run-gone.ts';

/**
 * A run's address without its bot, as used in mails and dashboards: redirects to the run's page.
 */
export const RunRedirectPage = () => {
  const { bot_exc_id = '' } = useParams();
  const { search } = useLocation();
  const { data, error, refetch } = useCall(executions.getExecution, { bot_exc_id });
  if (!data)
    return <ItemPlaceholder page="anyRun" error={error} onRetry={refetch} missing={runGoneText} />;
  const { _id, bot_id } = data;
  return <Navigate to={pathTo('run', { bot_id, bot_exc_id: _id }) + search} replace />;
};
