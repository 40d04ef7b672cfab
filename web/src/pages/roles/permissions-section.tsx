import { useRef, useState } from 'react';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { conflictsIn } from '#lib/domain/roles/conflict.rules.ts';
import type { Effect } from '#lib/domain/roles/policy.rules.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import { ConflictList, conflictsText, type OnRemove } from './conflict-list.tsx';
import { type PermissionListState, PermissionTab } from './permission-tab.tsx';
import { type Act, countChosen, updatePolicies } from './policy-choice.ts';
import type { RoleForm } from './role-form.ts';

const effects = ['ALLOW', 'DENY'] as const;

type Props = { form: RoleForm; permissions: readonly Permission[]; readOnly?: boolean };

/** The form's policies, their contradictions, and the functions that change them. */
const usePolicies = ({ form, permissions }: Props) => {
  const { policies } = form.values;
  const applyAction = (effect: Effect, action: Act) =>
    form.set('policies', updatePolicies(policies, effect, action, permissions));
  const remove: OnRemove = (effect, conflicts) => {
    const names = new Set(conflicts.map(({ permission }) => permission));
    const switchOff = (current: typeof policies, permission: Permission) =>
      updatePolicies(current, effect, { kind: 'permission', permission, on: false }, permissions);
    form.set(
      'policies',
      permissions.filter(({ name }) => names.has(name)).reduce(switchOff, policies),
    );
  };
  return { policies, conflicts: conflictsIn(policies, permissions), applyAction, remove };
};

/** The permissions that the role allows and denies, with contradictions. */
export const PermissionsSection = (props: Props) => {
  const { permissions, readOnly = false } = props;
  const [view, setView] = useState<PermissionListState>({ grouping: 'resource', search: '' });
  const section = useRef<HTMLElement>(null);
  const { policies, conflicts, applyAction, remove } = usePolicies(props);
  const removeAndFocus: OnRemove = (effect, removed) => {
    remove(effect, removed);
    // The pressed button was removed.
    section.current?.focus();
  };
  return (
    <section ref={section} tabIndex={-1} aria-label="Permissions">
      <LiveRegion hidden>{conflicts.length > 0 && conflictsText(conflicts.length)}</LiveRegion>
      <Container header={<Header variant="h2">Permissions</Header>}>
        <SpaceBetween size="l">
          {conflicts.length > 0 && <ConflictList conflicts={conflicts} onRemove={removeAndFocus} />}
          <Tabs
            ariaLabel="Permissions"
            tabs={effects.map((effect) => ({
              id: effect,
              label: `${effect} (${countChosen(policies[effect], permissions)})`,
              content: (
                <PermissionTab
                  effect={effect}
                  permissions={permissions}
                  map={policies[effect]}
                  readOnly={readOnly}
                  view={view}
                  onView={setView}
                  onAct={(action) => applyAction(effect, action)}
                />
              ),
            }))}
          />
        </SpaceBetween>
      </Container>
    </section>
  );
};
