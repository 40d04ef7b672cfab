import { useRef, useState } from 'react';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { conflictsIn } from '#lib/domain/roles/conflict.rules.ts';
import type { Effect } from '#lib/domain/roles/policy.rules.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import { ConflictList } from './conflict-list.tsx';
import { PermissionTab, type View } from './permission-tab.tsx';
import { type Act, choose, countChosen } from './policy-choice.ts';
import type { RoleForm } from './role-form.ts';

const effects = ['ALLOW', 'DENY'] as const;

type Props = { form: RoleForm; permissions: readonly Permission[]; readOnly?: boolean };

/** What the role allows and denies, and where it contradicts itself (spec 2 section 2.6). */
export const PermissionsSection = ({ form, permissions, readOnly = false }: Props) => {
  const [view, setView] = useState<View>({ grouping: 'resource', search: '' });
  const section = useRef<HTMLDivElement>(null);
  const { policies } = form.values;
  const act = (effect: Effect, done: Act) =>
    form.set('policies', choose(policies, effect, done, permissions));
  const resolve = (effect: Effect, gone: readonly Permission[]) => {
    const off = (before: typeof policies, permission: Permission) =>
      choose(before, effect, { kind: 'permission', permission, on: false }, permissions);
    form.set('policies', gone.reduce(off, policies));
    // The button that was pressed is gone.
    section.current?.focus();
  };
  return (
    <div ref={section} tabIndex={-1}>
      <Container header={<Header variant="h2">Permissions</Header>}>
        <SpaceBetween size="l">
          <ConflictList
            conflicts={conflictsIn(policies, permissions)}
            permissions={permissions}
            onResolve={resolve}
          />
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
                  onAct={(done) => act(effect, done)}
                />
              ),
            }))}
          />
        </SpaceBetween>
      </Container>
    </div>
  );
};
