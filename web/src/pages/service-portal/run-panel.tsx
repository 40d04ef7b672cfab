import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { runPath } from './links.ts';
import { RunDetails } from './run-details.tsx';
import { RunBadge } from './statuses.tsx';
import { usePortalRun } from './use-portal-run.ts';

/** A run beside the list of runs: it is followed and answered here as on its page. */
export const RunPanel = ({ id }: { id: string }) => {
  const { data: run, error, refetch } = usePortalRun(id);
  if (!run) {
    if (!error) return <Loading text="Loading run" />;
    return <LoadFailed error={error} what="this run" onRetry={refetch} />;
  }
  return (
    <SpaceBetween size="l">
      <SpaceBetween size="m" direction="horizontal" alignItems="center">
        <RunBadge state={run.state} />
        <Link variant="primary" to={runPath(run.bot_id, run._id)}>
          Open page
        </Link>
      </SpaceBetween>
      <RunDetails run={run} onAnswered={() => void refetch()} />
    </SpaceBetween>
  );
};
