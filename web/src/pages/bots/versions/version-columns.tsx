import Badge from '@cloudscape-design/components/badge';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { VersionSummary } from '#lib/domain/bots/version.schema.ts';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { disabledBy } from '../acts/disabled-by.ts';

const rowActions = ['compare', 'restore', 'publish'] as const;
export type RowAction = (typeof rowActions)[number];

export type Refusals = {
  /** Why the person may not change anything. */
  refusal: string | undefined;
  /** Why the draft cannot be replaced now. */
  unsaved: string | undefined;
};

type MenuProps = Refusals & {
  row: VersionSummary;
  onAction: (action: RowAction, row: VersionSummary) => void;
};

const isDraft = 'This version is the draft.';

const RowMenu = ({ row, refusal, unsaved, onAction }: MenuProps) => {
  const draft = row.is_draft ? isDraft : undefined;
  const published = row.is_published ? 'This version is published already.' : undefined;
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
          ...disabledBy(refusal ?? draft ?? unsaved),
        },
        { id: 'publish', text: 'Publish this version', ...disabledBy(refusal ?? published) },
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

export const versionColumns = (menu: Omit<MenuProps, 'row'>): Column<VersionSummary>[] => [
  {
    id: 'version',
    name: 'Version',
    isRowHeader: true,
    width: 180,
    minWidth: 180,
    cell: (row) => <Version {...row} />,
  },
  {
    id: 'saved-at',
    name: 'Saved at',
    width: 210,
    minWidth: 210,
    cell: ({ saved_at }) => <Time at={saved_at} />,
  },
  { id: 'saved-by', name: 'Saved by', minWidth: 160, cell: ({ saved_by }) => saved_by },
  {
    id: 'actions',
    name: 'Actions',
    width: 105,
    minWidth: 105,
    cell: (row) => <RowMenu {...menu} row={row} />,
  },
];
