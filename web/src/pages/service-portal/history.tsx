import { useState } from 'react';
import Token from '@cloudscape-design/components/token';
import * as z from 'zod';
import { appDisplayName } from '#lib/domain/service-portal/app-name.rules.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { appRunSorts } from '#lib/domain/executions/history/history.schema.ts';
import { standings } from '#lib/domain/executions/outcome/standing.schema.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { LinkButton } from '#web/components/link.tsx';
import { ListTable } from '#web/components/list-table.tsx';
import { stateFilterLabels } from '#web/components/run-state.tsx';
import { choiceParam, choicesParam, pageParam, textParam } from '#web/components/use-url-state.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { portalHelp } from './help.tsx';
import { historyColumns, type RunRow } from './history-columns.tsx';
import { copyLink } from './links.ts';
import { RunPanel } from './run-panel.tsx';
import { pollEvery } from './use-portal-run.ts';

const urlState = z.object({
  status: choicesParam(standings),
  page_number: pageParam,
  app_name: textParam,
  started_by: emailAddress.optional().catch(undefined),
  sort: choiceParam(appRunSorts),
});

type Url = z.output<typeof urlState>;

const sortingOf = ({ sort = '-updated_at' }: Url, change: (patch: Partial<Url>) => void) => ({
  by: sort.replace('-', ''),
  descending: sort.startsWith('-'),
  onSort: (by: string, descending: boolean) => {
    const newSort = appRunSorts.find((one) => one === `${descending ? '-' : ''}${by}`);
    change({ sort: newSort, page_number: 1 });
  },
});

const share = ({ bot_id, _id }: RunRow): void => {
  const failed = () =>
    flash.error('The link could not be copied.', { content: 'Open the run and copy its address.' });
  copyLink(pathTo('portalRun', { app_id: bot_id, bot_exc_id: _id })).then(
    () => flash.success('Link Copied!'),
    failed,
  );
};

export const portalRunList = listOf({
  id: 'portal-runs',
  url: urlState,
  page: 'page_number',
  filter: ['status', 'app_name', 'started_by'],
  call: servicePortal.listPortalRuns,
  inputOf: ({ status, app_name, started_by, sort }) => ({
    standing: status,
    bot_name: searchText.safeParse(app_name).data,
    bot_caller: started_by,
    sort,
  }),
  poll: (runs) => (runs?.items.every(({ state }) => isFinal(state)) ? false : pollEvery),
});

/** The runs that the user started, the last updated first. */
export const HistoryPage = () => {
  const { url, change, changeFilter, list, refreshList } = useList(portalRunList);
  useChannel('portal_run_updated', ({ node_name }) => {
    // Progress inside a run shows in its state at the next poll.
    if (node_name === '' || list.page === 1) refreshList();
  });
  const [openRun, setOpenRun] = useState<RunRow>();
  usePage({
    page: 'portalRuns',
    contentType: 'table',
    help: portalHelp,
    splitPanel: openRun && {
      title: appDisplayName(openRun.bot_name),
      body: <RunPanel key={openRun._id} id={openRun._id} />,
      onClose: () => setOpenRun(undefined),
    },
  });
  return (
    <ListTable
      {...list}
      title={pages.portalRuns.title}
      rows="runs"
      refreshText="Refetch"
      info={<InfoLink />}
      columns={historyColumns({ onOpen: setOpenRun, onShare: share })}
      keyOf={({ _id }) => _id}
      sorting={sortingOf(url, change)}
      nameOf={({ bot_name, created_at }) => `run of ${bot_name} at ${created_at}`}
      filter={
        <FilterBar
          url={url}
          changeFilter={changeFilter}
          search={{ param: 'app_name', label: "Find runs by the app's name" }}
          choices={[
            {
              param: 'status',
              several: true,
              label: 'Status',
              all: 'Any status',
              values: standings,
              labelOf: (standing) => stateFilterLabels[standing],
            },
          ]}
        >
          {url.started_by && (
            <Token
              variant="inline"
              label={`Started by: ${url.started_by}`}
              dismissLabel="Show your own runs"
              onDismiss={() => changeFilter({ started_by: undefined })}
            />
          )}
        </FilterBar>
      }
      empty={{
        title: 'No runs',
        text: 'When you start an app, its run appears here.',
        action: <LinkButton to={pathTo('apps')}>Go to self service apps</LinkButton>,
      }}
    />
  );
};
