import './portal.css';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { appDisplayName } from '#lib/domain/service-portal/app-name.rules.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { PortalAppView } from '#lib/domain/service-portal/portal.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { Link } from '#web/components/link.tsx';
import { Loading } from '#web/components/loading.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Time } from '#web/components/time.tsx';
import { AboutApp } from './about-app.tsx';
import { bodyOf } from './description.ts';
import { portalHelp } from './help.tsx';
import { Integrations } from './integrations.tsx';
import { NotAnApp } from './not-an-app.tsx';
import { ShareLink } from './share-link.tsx';
import { RunBadge } from './statuses.tsx';
import { Steps } from './steps.tsx';
import { pollEvery } from './use-portal-run.ts';
import { useStartApp } from './use-start-app.ts';

const LazyMarkdown = lazyPart(async () => (await import('#web/components/markdown.tsx')).Markdown);

const Description = ({ text }: { text: string }) => (
  <Container header={<Header variant="h2">Description</Header>}>
    {/* The region is scrollable, so that it must be reachable by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <section className="portal-description" aria-label="Description" tabIndex={0}>
      <Suspense fallback={<Loading text="Loading description" />}>
        <LazyMarkdown text={text} />
      </Suspense>
    </section>
  </Container>
);

/** The state of the user's latest run of this app. */
const LatestRun = ({ app_id }: { app_id: string }) => {
  const { answer, askAgain } = useRefetchableCall(
    servicePortal.listPortalRuns,
    { app_id, number_of_items: 1 },
    { poll: (runs) => (runs?.items.every(({ state }) => isFinal(state)) ? false : pollEvery) },
  );
  useChannel('portal_run_updated', askAgain);
  const [run] = answer.data?.items ?? [];
  if (!run) return null;
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="center">
      <RunBadge run={run} />
      <Box>
        <Link variant="primary" to={pathTo('portalRun', { app_id, bot_exc_id: run._id })}>
          Your latest run
        </Link>{' '}
        began at <Time at={run.created_at} />
      </Box>
    </SpaceBetween>
  );
};

const App = ({ app }: { app: PortalAppView }) => {
  const start = useStartApp(app._id);
  const title = appDisplayName(app.name);
  const description = bodyOf(app.description);
  usePage({ page: 'app', title, help: portalHelp });
  return (
    <ContentLayout
      header={
        <SpaceBetween size="xs">
          <Header
            variant="h1"
            info={<InfoLink />}
            actions={
              <SpaceBetween size="xs" direction="horizontal">
                <ShareLink to={pathTo('app', { app_id: app._id })} />
                <Button variant="primary" {...start}>
                  Start
                </Button>
              </SpaceBetween>
            }
          >
            {title}
          </Header>
          <AboutApp app={app}>
            {app.integration_types.length > 0 && <Integrations types={app.integration_types} />}
          </AboutApp>
          <LatestRun app_id={app._id} />
        </SpaceBetween>
      }
    >
      <SpaceBetween size="l">
        {description !== '' && <Description text={description} />}
        <Steps groups={app.groups} />
      </SpaceBetween>
    </ContentLayout>
  );
};

/** An app with its description and steps. */
export const AppPage = () => {
  const { app_id = '' } = useParams();
  const { data, error, refetch } = useCall(servicePortal.getPortalApp, { app_id });
  // Also if it was unpublished while the page was open.
  if (error?.status === 404) return <NotAnApp />;
  if (data) return <App key={app_id} app={data} />;
  return <ItemPlaceholder page="app" error={error} onRetry={refetch} />;
};
