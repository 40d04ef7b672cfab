import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { VersionSummary } from '#lib/domain/bots/version.schema.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import type { BotRefusals } from '../acts/use-bot-refusals.ts';

const rowActions = ['compare', 'restore', 'publish'] as const;
export type RowAction = (typeof rowActions)[number];

export type Refusals = {
  refusals: BotRefusals;
  /** Why the draft cannot be replaced now. */
  unsaved: string | undefined;
};

type MenuProps = Refusals & {
  /** Why the published version cannot be published again. */
  republishRefusal: string | undefined;
  row: VersionSummary;
  onAction: (action: RowAction, row: VersionSummary) => void;
};

const draftReason = 'This version is the draft.';

const RowMenu = ({ row, refusals, unsaved, republishRefusal, onAction }: MenuProps) => {
  const draft = row.is_draft ? draftReason : undefined;
  const published = row.is_published ? republishRefusal : undefined;
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for version ${row.version}`}
      items={[
        { id: 'compare', text: 'Compare with the draft', ...disabledBy(draft) },
        {
          id: 'restore',
          text: 'Restore as new draft',
          ...disabledBy(refusals.restore ?? draft ?? unsaved),
        },
        {
          id: 'publish',
          text: 'Publish this version',
          ...disabledBy(refusals.publish ?? published),
        },
      ]}
      onItemClick={({ detail }) => {
        const action = rowActions.find((one) => one === detail.id);
        if (action) onAction(action, row);
      }}
    />
  );
};

const Version = ({ version, is_draft, is_published }: VersionSummary) => (
  <SpaceBetween size="xxs" direction="horizontal" alignItems="center">
    <span>{version}</span>
    {is_draft && <Badge color="blue">Draft</Badge>}
    {is_published && <Badge color="green">Published</Badge>}
  </SpaceBetween>
);

const Saved = ({ saved_at, saved_by }: VersionSummary) => (
  <>
    <Time at={saved_at} />
    <Box color="text-body-secondary">by {saved_by}</Box>
  </>
);

export const versionColumns = (menu: Omit<MenuProps, 'row'>): Column<VersionSummary>[] => [
  {
    id: 'version',
    name: 'Version',
    isRowHeader: true,
    width: 150,
    minWidth: 150,
    cell: (row) => <Version {...row} />,
  },
  { id: 'saved', name: 'Saved', minWidth: 215, cell: (row) => <Saved {...row} /> },
  {
    id: 'actions',
    name: 'Actions',
    width: 105,
    minWidth: 105,
    cell: (row) => <RowMenu {...menu} row={row} />,
  },
];
