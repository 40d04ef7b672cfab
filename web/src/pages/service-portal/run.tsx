import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { appDisplayName } from '#lib/domain/service-portal/app-name.rules.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { breadcrumbsOf } from '#web/app/page-links.ts';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { Time } from '#web/components/time.tsx';
import { AbortRun, RestartRun } from './end-run.tsx';
import { portalHelp } from './help.tsx';
import { RunDetails } from './run-details.tsx';
import { RunTabs } from './run-tabs.tsx';
import { ShareLink } from './share-link.tsx';
import { RunBadge } from './statuses.tsx';
import { usePortalRun } from './use-portal-run.ts';
import { useRepeatRun, useStartApp } from './use-start-app.ts';

type Props = { run: PortalRun; query: ReturnType<typeof usePortalRun> };

const StartAgain = ({ run }: { run: PortalRun }) => (
  <Button variant="primary" {...useStartApp(run.bot_id, run.offered)}>
    Start again
  </Button>
);

const Repeat = ({ run }: { run: PortalRun }) => (
  <Button variant="primary" {...useRepeatRun(run)}>
    {run.dry_run ? 'Repeat dry run' : 'Start again'}
  </Button>
);

const Again = ({ run }: { run: PortalRun }) =>
  run.dry_run || run.given ? <Repeat run={run} /> : <StartAgain run={run} />;

type EndButtonsProps = Pick<Parameters<typeof AbortRun>[0], 'run' | 'onLeave' | 'onRefused'>;

/** Not among the header's actions, where the pointer still is after starting the run. */
const EndButtons = (props: EndButtonsProps) => (
  <SpaceBetween size="xxs">
    <SpaceBetween size="xs" direction="horizontal">
      <AbortRun {...props} />
      <RestartRun {...props} />
    </SpaceBetween>
    <Box variant="small" color="text-body-secondary">
      Abort and Clear Cache also starts a new run at once, without results kept from earlier runs.
    </Box>
  </SpaceBetween>
);

const Facts = ({ run }: { run: PortalRun }) => (
  <SpaceBetween size="m" direction="horizontal" alignItems="center">
    <RunBadge run={run} />
    <Box>
      Started: <Time at={run.created_at} />
    </Box>
    {run.finished_at && (
      <Box>
        Ended: <Time at={run.finished_at} />
      </Box>
    )}
  </SpaceBetween>
);

const Run = ({ run, query }: Props) => {
  const [nextPath, setNextPath] = useState<string>();
  const refresh = () => void query.refetch();
  const title = appDisplayName(run.bot_name);
  const isOver = isFinal(run.state);
  const app = run.offered ? [{ text: title, to: pathTo('app', { app_id: run.bot_id }) }] : [];
  const crumbs = [...breadcrumbsOf('app'), ...app];
  usePage({ page: 'portalRun', title: `Run of ${title}`, crumbs, help: portalHelp });
  // Only once the forms are unmounted, which would ask about unsaved input.
  if (nextPath !== undefined) return <Navigate to={nextPath} />;
  return (
    <ContentLayout
      header={
        <SpaceBetween size="xs">
          <Header
            variant="h1"
            info={<InfoLink />}
            actions={
              <SpaceBetween size="xs" direction="horizontal" alignItems="center">
                {/* First in the row: it appears when the run ends, and must not appear under the
                    pointer. */}
                {isOver && <Again run={run} />}
                <Refresh {...query} subject="run" />
                <ShareLink to={pathTo('portalRun', { app_id: run.bot_id, bot_exc_id: run._id })} />
              </SpaceBetween>
            }
          >
            {title}
          </Header>
          <Facts run={run} />
          {!isOver && <EndButtons run={run} onLeave={setNextPath} onRefused={refresh} />}
        </SpaceBetween>
      }
    >
      <RunTabs run={run}>
        <RunDetails run={run} onAnswered={refresh} />
      </RunTabs>
    </ContentLayout>
  );
};

/** A run of an app, for the user who started it. */
export const PortalRunPage = () => {
  const { bot_exc_id = '' } = useParams();
  const query = usePortalRun(bot_exc_id);
  if (query.data) return <Run key={bot_exc_id} run={query.data} query={query} />;
  const { error, refetch } = query;
  return <ItemPlaceholder page="portalRun" error={error} onRetry={refetch} />;
};
