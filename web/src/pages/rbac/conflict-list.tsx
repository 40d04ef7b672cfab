import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { Effect } from '#lib/domain/roles/policy.rules.ts';
import type { Permission, PolicyConflict } from '#lib/domain/roles/role.schema.ts';

type OnResolve = (effect: Effect, permissions: readonly Permission[]) => void;
type Props = {
  conflicts: readonly PolicyConflict[];
  permissions: readonly Permission[];
  /** Takes the permissions out of one side. */
  onResolve: OnResolve;
};

/** More than these are shown when asked for. */
const few = 5;

const effects = ['ALLOW', 'DENY'] as const;

const sentenceOf = (count: number): string =>
  count === 1
    ? '1 permission is in both ALLOW and DENY'
    : `${count} permissions are in both ALLOW and DENY`;

type Remove = (effect: Effect, conflicts: readonly PolicyConflict[]) => void;

const columnsOf = (remove: Remove): TableProps.ColumnDefinition<PolicyConflict>[] => [
  {
    id: 'permission',
    header: 'Permission',
    isRowHeader: true,
    minWidth: 160,
    cell: ({ permission }) => permission,
  },
  { id: 'allow', header: 'ALLOW row', minWidth: 130, cell: ({ allow }) => allow },
  { id: 'deny', header: 'DENY row', minWidth: 130, cell: ({ deny }) => deny },
  {
    id: 'resolve',
    header: 'Resolve',
    minWidth: 320,
    cell: (one) => (
      <SpaceBetween size="xs" direction="horizontal">
        {effects.map((effect) => (
          <Button
            key={effect}
            variant="inline-link"
            ariaLabel={`Remove ${one.permission} from ${effect}`}
            onClick={() => remove(effect, [one])}
          >
            Remove from {effect}
          </Button>
        ))}
      </SpaceBetween>
    ),
  },
];

const Conflicts = ({ conflicts, remove }: { conflicts: Props['conflicts']; remove: Remove }) => {
  const [all, showAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, conflicts.length - few);
  return (
    <SpaceBetween size="s">
      <Alert
        type="error"
        header={sentenceOf(conflicts.length)}
        action={
          conflicts.length > 1 && (
            <SpaceBetween size="xs" direction="horizontal">
              {effects.map((effect) => (
                <Button key={effect} onClick={() => remove(effect, conflicts)}>
                  Remove all from {effect}
                </Button>
              ))}
            </SpaceBetween>
          )
        }
      >
        A role cannot say both of the same permission. Remove each from one side.
      </Alert>
      <Table
        variant="embedded"
        items={hidden > 0 ? conflicts.slice(0, few) : conflicts}
        columnDefinitions={columnsOf(remove)}
        trackBy="permission"
        ariaLabels={{ tableLabel: 'Conflicts' }}
      />
      {hidden > 0 && (
        <Button variant="inline-link" onClick={() => showAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </SpaceBetween>
  );
};

/** Permissions that are on both sides, each with a way out; nothing where there are none. */
export const ConflictList = ({ conflicts, permissions, onResolve }: Props) => {
  const remove: Remove = (effect, gone) => {
    const names = new Set(gone.map(({ permission }) => permission));
    onResolve(
      effect,
      permissions.filter(({ name }) => names.has(name)),
    );
  };
  return (
    <Box display={conflicts.length > 0 ? 'block' : 'none'}>
      <LiveRegion hidden>{conflicts.length > 0 && sentenceOf(conflicts.length)}</LiveRegion>
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} remove={remove} />}
    </Box>
  );
};
