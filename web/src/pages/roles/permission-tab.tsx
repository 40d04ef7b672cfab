import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { Effect } from '#lib/domain/roles/policy.rules.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import type { PolicyMap } from '#lib/kernel/caller.ts';
import { PermissionGroup } from './permission-group.tsx';
import { type Grouping, groupings, groupsOf } from './permission-groups.ts';
import { type Act, isEverything } from './policy-choice.ts';

/** The grouping and search, shared by both tabs. */
export type PermissionListState = { grouping: Grouping; search: string };

type Props = {
  effect: Effect;
  permissions: readonly Permission[];
  map: PolicyMap;
  readOnly: boolean;
  view: PermissionListState;
  onView: (view: PermissionListState) => void;
  onAct: (action: Act) => void;
};

const effectDescriptions: Record<Effect, string> = {
  ALLOW: 'What people with this role may do.',
  DENY: 'What people with this role may not do, whatever their other roles allow.',
};

const groupingNames: Record<Grouping, string> = {
  resource: 'By resource',
  action: 'By policy',
};

const ViewControls = ({ view, onView }: Pick<Props, 'view' | 'onView'>) => (
  <SpaceBetween size="s" direction="horizontal" alignItems="center">
    <SegmentedControl
      label="Group permissions"
      selectedId={view.grouping}
      options={groupings.map((id) => ({ id, text: groupingNames[id] }))}
      onChange={({ detail }) => {
        const grouping = groupings.find((one) => one === detail.selectedId);
        if (grouping) onView({ ...view, grouping });
      }}
    />
    <Input
      type="search"
      ariaLabel="Find permissions"
      placeholder="Find permissions"
      clearAriaLabel="Clear search"
      value={view.search}
      onChange={({ detail }) => onView({ ...view, search: detail.value })}
    />
  </SpaceBetween>
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <Box textAlign="center" padding={{ vertical: 'l' }}>
    <SpaceBetween size="xs">
      <Box variant="strong">No permissions match the search.</Box>
      <Button onClick={onClear}>Clear filters</Button>
    </SpaceBetween>
  </Box>
);

/** All permissions of one side of the role. */
export const PermissionTab = (props: Props) => {
  const { effect, permissions, map, readOnly, view, onView, onAct } = props;
  const [expandedGroups, setExpandedGroups] = useState<Readonly<Record<string, boolean>>>({});
  const { grouping, search } = view;
  const groups = groupsOf(permissions, grouping, search);
  const isSearching = search.trim() !== '';
  return (
    <SpaceBetween size="m">
      <Box color="text-body-secondary">{effectDescriptions[effect]}</Box>
      <Toggle
        checked={isEverything(map)}
        readOnly={readOnly}
        description="Every permission of every resource, including those that later versions add."
        onChange={({ detail }) => onAct({ kind: 'everything', on: detail.checked })}
      >
        All permissions of everything
      </Toggle>
      <ViewControls view={view} onView={onView} />
      {groups.length === 0 && <NoMatch onClear={() => onView({ ...view, search: '' })} />}
      <div>
        {groups.map((group) => (
          <PermissionGroup
            key={`${grouping}-${group.id}`}
            group={group}
            map={map}
            readOnly={readOnly}
            onAct={onAct}
            expanded={expandedGroups[group.id] ?? isSearching}
            onExpand={(expanded) => setExpandedGroups({ ...expandedGroups, [group.id]: expanded })}
          />
        ))}
      </div>
    </SpaceBetween>
  );
};
