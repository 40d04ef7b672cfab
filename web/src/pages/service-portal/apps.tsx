import './portal.css';
import Button from '@cloudscape-design/components/button';
import Cards from '@cloudscape-design/components/cards';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import * as z from 'zod';
import { appDisplayName } from '#lib/domain/service-portal/app-name.rules.ts';
import { botStatuses, categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { triggerTypes } from '#lib/domain/bots/nodes/start.schema.ts';
import type { PortalApp } from '#lib/domain/service-portal/portal.schema.ts';
import { guards } from '#lib/kernel/guards.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { EmptyState, NoMatch } from '#web/components/empty-state.tsx';
import { IntegrationIcons } from '#web/components/integration-badge.tsx';
import { Link, LinkButton } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';
import { AboutApp } from './about-app.tsx';
import { AppsFilter } from './apps-filter.tsx';
import { excerptOf } from './description.ts';
import { portalHelp } from './help.tsx';

const urlState = z.object({
  page: pageParam,
  category: choiceParam(categories),
  status: choiceParam(botStatuses),
  importance: choiceParam(importances),
  eventType: choiceParam(triggerTypes),
  listenerId: textParam,
  integrationType: textParam,
  integrationId: textParam,
  regex: textParam,
});
export type AppsUrl = z.output<typeof urlState>;

const cardDefinition = {
  header: ({ _id, name }: PortalApp) => (
    <Link fontSize="heading-m" to={pathTo('app', { app_id: _id })}>
      {appDisplayName(name)}
    </Link>
  ),
  sections: [
    {
      id: 'about',
      content: (app: PortalApp) => (
        <AboutApp app={app}>
          {app.integration_types.length > 0 && <IntegrationIcons types={app.integration_types} />}
        </AboutApp>
      ),
    },
    {
      id: 'description',
      content: ({ description }: PortalApp) => (
        <div className="portal-excerpt">{excerptOf(description)}</div>
      ),
    },
  ],
};

const publishHint = 'A bot that is published to the service portal appears here.';

/** Tells users who may publish a bot where to do it, and others whom to ask. */
const NoApps = () => {
  const refusal = useRefusal({ guard: guards.updateBot });
  if (refusal) {
    const text = `${publishHint} Ask somebody who manages bots to publish one.`;
    return <EmptyState title="No apps" text={text} />;
  }
  return (
    <EmptyState
      title="No apps"
      text={`${publishHint} Choose "Publish to Service Portal" among the actions of a bot.`}
      action={<LinkButton to={pathTo('bots')}>Go to bots</LinkButton>}
    />
  );
};

/** Shown for a page after the last: apps may have been unpublished since. */
const PageAfterLast = ({ onBack }: { onBack: () => void }) => (
  <EmptyState
    title="Nothing here"
    text="There are fewer apps than that."
    action={<Button onClick={onBack}>Go to the first page</Button>}
  />
);

export const appList = listOf({
  id: 'apps',
  url: urlState,
  page: 'page',
  filter: [
    'category',
    'status',
    'importance',
    'eventType',
    'listenerId',
    'integrationType',
    'integrationId',
    'regex',
  ],
  call: servicePortal.listPortalApps,
  inputOf: ({ category, status, importance, ...url }) => ({
    category,
    status,
    importance,
    event: url.eventType,
    listener_id: url.listenerId,
    integration_type: url.integrationType,
    integration_id: url.integrationId,
    regex: searchText.safeParse(url.regex).data,
  }),
});

/** The apps that users start themselves. */
export const AppsPage = () => {
  const { url, changeFilter, answer, list } = useList(appList);
  const { data, error, isLoading, refetch } = answer;
  const { page, pageSize, onPage, onClearFilter: clear } = list;
  const emptyState = clear ? <NoMatch rows="apps" onClear={clear} /> : <NoApps />;
  const emptyContent =
    data && data.count > 0 ? <PageAfterLast onBack={() => onPage({ page: 1 })} /> : emptyState;
  usePage({ page: 'apps', contentType: 'cards', help: portalHelp });
  if (error?.status === 403) return <LoadFailed error={error} subject="apps" wholePage />;
  return (
    <Cards<PortalApp>
      variant="full-page"
      stickyHeader
      items={data?.items ?? []}
      trackBy="_id"
      loading={isLoading}
      loadingText="Loading apps"
      cardDefinition={cardDefinition}
      cardsPerRow={[{ cards: 1 }, { minWidth: 640, cards: 2 }, { minWidth: 1080, cards: 3 }]}
      header={
        <Header
          variant="awsui-h1-sticky"
          info={<InfoLink />}
          {...(data && data.count > 0 && { counter: `(${data.count})` })}
          actions={<Refresh {...answer} subject="apps" />}
        >
          {pages.apps.title}
        </Header>
      }
      filter={<AppsFilter url={url} changeFilter={changeFilter} />}
      pagination={
        <Pagination
          currentPageIndex={page}
          pagesCount={Math.max(page, Math.ceil((data?.count ?? 0) / pageSize))}
          onChange={({ detail }) => onPage({ page: detail.currentPageIndex })}
        />
      }
      empty={error ? <LoadFailed error={error} subject="apps" onRetry={refetch} /> : emptyContent}
      ariaLabels={{
        cardsLabel: pages.apps.title,
        itemSelectionLabel: () => '',
        selectionGroupLabel: '',
      }}
    />
  );
};
