import { useState } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Token from '@cloudscape-design/components/token';
import * as z from 'zod';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { executionStates } from '#lib/domain/executions/execution.schema.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { Choice } from '#web/components/choice.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { ListTable, usePageSize } from '#web/components/list-table.tsx';
import { stateLabels } from '#web/components/run-state.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { choiceParam, pageParam, textParam, useUrlState } from '#web/components/use-url-state.ts';
import { portalHelp } from './help.tsx';
import { createdAt, historyColumns, type RunRow, updatedAt } from './history-columns.tsx';
import { copyLink, shownName } from './links.ts';
import { RunPanel } from './run-panel.tsx';
import { pollEvery } from './use-portal-run.ts';

const orders = [createdAt, `-${createdAt}`, updatedAt, `-${updatedAt}`] as const;

const urlState = z.object({
  status: choiceParam(executionStates),
  page_number: pageParam,
  app_name: textParam,
  started_by: emailAddress.optional().catch(undefined),
  sort: choiceParam(orders),
});

type Url = z.output<typeof urlState>;
type Change = (patch: Partial<Url>) => void;

const noFilter = {
  status: undefined,
  app_name: undefined,
  started_by: undefined,
  page_number: 1,
};

const Filter = ({ url, change }: { url: Url; change: Change }) => (
  <SpaceBetween size="xs" direction="horizontal">
    <SearchBox
      label="Find runs by the app's name"
      value={url.app_name}
      onSearch={(app_name) => change({ app_name, page_number: 1 })}
    />
    <Choice
      label="Status"
      all="Any status"
      values={executionStates}
      labelOf={(state) => stateLabels[state]}
      value={url.status}
      onChange={(status) => change({ status, page_number: 1 })}
    />
    {url.started_by && (
      <Token
        variant="inline"
        label={`Started by: ${url.started_by}`}
        dismissLabel="Show your own runs"
        onDismiss={() => change({ started_by: undefined, page_number: 1 })}
      />
    )}
  </SpaceBetween>
);

/** The last updated first, unless told otherwise. */
const sortingOf = ({ sort = `-${updatedAt}` }: Url, change: Change) => ({
  by: sort.replace('-', ''),
  descending: sort.startsWith('-'),
  onSort: (by: string, descending: boolean) =>
    change({ sort: orders.find((order) => order === `${descending ? '-' : ''}${by}`) }),
});

const useRuns = ({ page_number, status, app_name, started_by }: Url, size: number) => {
  const bot_name = searchText.safeParse(app_name).data;
  const input = {
    page_number,
    number_of_items: size,
    state: status,
    bot_name,
    bot_caller: started_by,
  };
  const answer = useCall(servicePortal.listPortalRuns, input, {
    keep: true,
    poll: (runs) => (runs?.items.every(({ state }) => isFinal(state)) ? false : pollEvery),
  });
  useChannel('portal_run_updated', ({ node_name }) => {
    // What happens inside of a run shows in its state at the next look.
    if (node_name === '' || page_number === 1) void answer.refetch();
  });
  return answer;
};

const share = ({ bot_id, _id }: RunRow): void => {
  const failed = () =>
    flash.error('The link could not be copied.', { content: 'Open the run and copy its address.' });
  copyLink(pathTo('portalRun', { app_id: bot_id, bot_exc_id: _id })).then(
    () => flash.success('Link Copied!'),
    failed,
  );
};

/** The runs that the person started (spec 3 section 2, "Service portal history"). */
export const HistoryPage = () => {
  const [url, change] = useUrlState(urlState);
  const [opened, open] = useState<RunRow>();
  const size = usePageSize('portal-runs');
  const answer = useRuns(url, size);
  const filtered = Boolean(url.status ?? url.app_name ?? url.started_by);
  usePage({
    page: 'portalRuns',
    contentType: 'table',
    help: portalHelp,
    splitPanel: opened && {
      title: shownName(opened.bot_name),
      body: <RunPanel key={opened._id} id={opened._id} />,
      onClose: () => open(undefined),
    },
  });
  return (
    <ListTable
      id="portal-runs"
      title={pages.portalRuns.title}
      rows="runs"
      info={<InfoLink />}
      columns={historyColumns({ onOpen: open, onShare: share })}
      answer={answer}
      page={url.page_number}
      pageSize={size}
      onPage={({ page }) => change({ page_number: page })}
      keyOf={({ _id }) => _id}
      nameOf={({ bot_name, created_at }) => `run of ${bot_name} at ${created_at}`}
      sorting={sortingOf(url, change)}
      filter={<Filter url={url} change={change} />}
      onClearFilter={filtered ? () => change(noFilter) : undefined}
      empty={{
        title: 'No runs',
        text: 'A run of an app that you start appears here.',
        action: <LinkButton to={pathTo('apps')}>Go to self service apps</LinkButton>,
      }}
    />
  );
};
