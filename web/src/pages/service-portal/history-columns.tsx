import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type * as z from 'zod';
import { appDisplayName } from '#lib/domain/service-portal/app-name.rules.ts';
import type { portalRunPage } from '#lib/domain/service-portal/portal.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { RunState } from '#web/components/run-state.tsx';
import { Time } from '#web/components/time.tsx';

export type RunRow = z.output<typeof portalRunPage>['items'][number];

type Acts = { onOpen: (run: RunRow) => void; onShare: (run: RunRow) => void };

const RowMenu = ({ run, onOpen, onShare }: { run: RunRow } & Acts) => (
  <ButtonDropdown
    variant="inline-icon"
    expandToViewport
    ariaLabel={`Actions for the run of ${run.bot_name}`}
    items={[
      { id: 'open', text: 'Open' },
      { id: 'share', text: 'Share' },
    ]}
    onItemClick={({ detail }) => (detail.id === 'open' ? onOpen(run) : onShare(run))}
  />
);

/** A separate function for each: tables distinguish columns by it. */
const byTime = (name: 'created_at' | 'updated_at') => (one: RunRow, other: RunRow) =>
  one[name].localeCompare(other[name]);

export const historyColumns = (acts: Acts): Column<RunRow>[] => [
  {
    id: 'status',
    name: 'Status',
    width: 190,
    minWidth: 190,
    cell: ({ state, outcome, decision }) => (
      <RunState state={state} outcome={outcome} decision={decision} />
    ),
  },
  {
    id: 'app_name',
    name: 'App Name',
    isRowHeader: true,
    width: 260,
    minWidth: 180,
    cell: ({ _id, bot_id, bot_name }) => (
      <Link to={pathTo('portalRun', { app_id: bot_id, bot_exc_id: _id })}>
        {appDisplayName(bot_name)}
      </Link>
    ),
  },
  {
    id: 'created_at',
    name: 'Created At',
    width: 230,
    minWidth: 220,
    sortingComparator: byTime('created_at'),
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'updated_at',
    name: 'Last Updated',
    under: 'app_name',
    width: 230,
    minWidth: 220,
    sortingComparator: byTime('updated_at'),
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
  {
    id: 'actions',
    name: 'Action',
    width: 100,
    minWidth: 100,
    cell: (run) => <RowMenu run={run} {...acts} />,
  },
];
