import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PolicyMap } from '#lib/kernel/caller.ts';
import type { ShownGroup } from './permission-groups.ts';
import { type Act, countChosen, isChosen, isWhole } from './policy-choice.ts';

type Props = {
  group: ShownGroup;
  map: PolicyMap;
  readOnly: boolean;
  onAct: (action: Act) => void;
  expanded: boolean;
  onExpand: (expanded: boolean) => void;
};

/** Indeterminate until one row covers the whole group, including future permissions. */
const WholeGroupCheckbox = ({ group, map, readOnly, onAct }: Props) => {
  const isWholeGroup = isWhole(map, group);
  return (
    <Checkbox
      checked={isWholeGroup}
      indeterminate={!isWholeGroup && countChosen(map, group.permissions) > 0}
      readOnly={readOnly}
      description="Includes permissions that later versions add."
      onChange={({ detail }) => onAct({ kind: 'group', group, on: detail.checked })}
    >
      All permissions
    </Checkbox>
  );
};

const PermissionCheckboxes = ({ group, map, readOnly, onAct }: Props) => (
  <ColumnLayout columns={2}>
    {group.visible.map((permission) => (
      <Checkbox
        key={permission.name}
        checked={isChosen(map, permission)}
        readOnly={readOnly}
        description={permission.description}
        onChange={({ detail }) => onAct({ kind: 'permission', permission, on: detail.checked })}
      >
        {permission.name}
      </Checkbox>
    ))}
  </ColumnLayout>
);

/** The permissions of one group, with the number of chosen ones. */
export const PermissionGroup = (props: Props) => {
  const { group, map, expanded, onExpand } = props;
  const { title, permissions, isCut } = group;
  const counter = `(${countChosen(map, permissions)}/${permissions.length})`;
  return (
    <ExpandableSection
      headerText={
        <>
          {title}{' '}
          <Box variant="span" color="text-body-secondary" fontWeight="normal">
            {counter}
          </Box>
        </>
      }
      headingTagOverride="h3"
      expanded={expanded}
      onChange={({ detail }) => onExpand(detail.expanded)}
    >
      {expanded && (
        <SpaceBetween size="m">
          {!isCut && <WholeGroupCheckbox {...props} />}
          <PermissionCheckboxes {...props} />
        </SpaceBetween>
      )}
    </ExpandableSection>
  );
};
