import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { runGoneText } from '#web/components/run/run-gone.ts';
import { RunDetails } from './run-details.tsx';
import { RunBadge } from './statuses.tsx';
import { usePortalRun } from './use-portal-run.ts';

/** A run in a panel beside the list: it is followed and answered as on its page. */
export const RunPanel = ({ id }: { id: string }) => {
  const { data: run, error, refetch } = usePortalRun(id);
  if (!run) {
    if (!error) return <Loading text="Loading run" />;
    return <LoadFailed error={error} subject="this run" onRetry={refetch} missing={runGoneText} />;
  }
  return (
    <SpaceBetween size="l">
      <SpaceBetween size="m" direction="horizontal" alignItems="center">
        <RunBadge run={run} />
        <Link
          variant="primary"
          to={pathTo('portalRun', { app_id: run.bot_id, bot_exc_id: run._id })}
        >
          Open page
        </Link>
      </SpaceBetween>
      <RunDetails run={run} onAnswered={() => void refetch()} />
    </SpaceBetween>
  );
};
