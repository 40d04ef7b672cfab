import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import List from '@cloudscape-design/components/list';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Effect } from '#lib/domain/roles/policy.rules.ts';
import type { PolicyConflict } from '#lib/domain/roles/role.schema.ts';

type Conflicts = readonly PolicyConflict[];

/** Removes the permissions from one side. */
export type OnRemove = (effect: Effect, conflicts: Conflicts) => void;

type Props = { conflicts: Conflicts; onRemove: OnRemove };

/** The number shown at first; more on request. */
const initialCount = 5;

const effects = ['ALLOW', 'DENY'] as const;

export const conflictsText = (count: number): string =>
  count === 1
    ? '1 permission is in both ALLOW and DENY'
    : `${count} permissions are in both ALLOW and DENY`;

/** One permission and the contradictory rows. */
const Contradiction = ({ permission, allow, deny }: PolicyConflict) => (
  <>
    <Box variant="strong">{permission}</Box>{' '}
    <Box variant="span" color="text-body-secondary">
      by the rows ALLOW {allow} and DENY {deny}
    </Box>
  </>
);

const removeButtons = (one: PolicyConflict, onRemove: OnRemove) => (
  <SpaceBetween size="s" direction="horizontal">
    {effects.map((effect) => (
      <Button
        key={effect}
        variant="link"
        ariaLabel={`Remove ${one.permission} from ${effect}`}
        onClick={() => onRemove(effect, [one])}
      >
        Remove from {effect}
      </Button>
    ))}
  </SpaceBetween>
);

const RemoveAllButtons = ({ conflicts, onRemove }: Props) => (
  <SpaceBetween size="xs" direction="horizontal">
    {effects.map((effect) => (
      <Button key={effect} onClick={() => onRemove(effect, conflicts)}>
        Remove all from {effect}
      </Button>
    ))}
  </SpaceBetween>
);

/** Permissions that are both allowed and denied, each with buttons to resolve that. */
export const ConflictList = ({ conflicts, onRemove }: Props) => {
  const [all, showAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, conflicts.length - initialCount);
  return (
    <SpaceBetween size="xs">
      <Alert
        type="error"
        header={conflictsText(conflicts.length)}
        action={
          conflicts.length > 1 && <RemoveAllButtons conflicts={conflicts} onRemove={onRemove} />
        }
      >
        A permission cannot be in both ALLOW and DENY. Remove it from one of them.
      </Alert>
      <List
        ariaLabel="Conflicts"
        items={hidden > 0 ? conflicts.slice(0, initialCount) : conflicts}
        renderItem={(one) => ({
          id: one.permission,
          content: <Contradiction {...one} />,
          secondaryContent: removeButtons(one, onRemove),
        })}
      />
      {hidden > 0 && (
        <Button variant="inline-link" onClick={() => showAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </SpaceBetween>
  );
};
