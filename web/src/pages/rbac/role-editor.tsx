import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Permission, RoleView } from '#lib/domain/roles/role.schema.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { CopyOffer } from './copy-offer.tsx';
import { rolesHelp } from './help.tsx';
import { ImpactBox } from './impact.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { home } from './rbac-home.ts';
import { RoleFields } from './role-fields.tsx';
import { useRoleChangeForm } from './role-form.ts';
import { SaveQuestionModal } from './save-question.tsx';
import { useCarefulSave, useImpact } from './use-impact.ts';
import { useSaveRefusal, useSaveRole } from './use-save-role.ts';

type Props = { role: RoleView; permissions: readonly Permission[] };

/** A role of the organisation's own; before it is saved, people read whom that touches. */
export const RoleEditor = ({ role, permissions }: Props) => {
  const form = useRoleChangeForm(role, permissions);
  const { around, values } = form;
  const { save, saving, ended, offersCopy, offerCopy } = useSaveRole(role, form);
  const careful = useCarefulSave(role._id, save);
  const refusal = useSaveRefusal(form, role, permissions);
  const [start] = useState(values.policies);
  const isChanged = JSON.stringify(values.policies) !== JSON.stringify(start);
  const impact = useImpact(role._id, values.policies, isChanged);
  const title = `Edit Role: ${role.name}`;
  usePage({ title, crumbs: [home], contentType: 'form', help: rolesHelp });
  return (
    <ContentLayout
      header={
        <Header variant="h1" info={<InfoLink />}>
          {title}
        </Header>
      }
    >
      <LeaveGuard dirty={form.dirty && !ended} />
      <Form
        errorText={form.errorOf('policies')}
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <LinkButton to={home.to} variant="link">
              Cancel
            </LinkButton>
            <Button
              variant="primary"
              loading={saving || careful.isAsking}
              {...disabledBy(refusal)}
              onClick={() => form.submit(careful.start)}
            >
              Save Changes
            </Button>
          </SpaceBetween>
        }
      >
        <div ref={around}>
          <SpaceBetween size="l">
            <RoleFields form={form} />
            <PermissionsSection form={form} permissions={permissions} />
            {isChanged && <ImpactBox {...impact} />}
          </SpaceBetween>
        </div>
      </Form>
      {careful.question && (
        <SaveQuestionModal
          name={role.name}
          question={careful.question}
          onConfirm={careful.confirm}
          onClose={careful.close}
        />
      )}
      {offersCopy && <CopyOffer role={role} onClose={() => offerCopy(false)} />}
    </ContentLayout>
  );
};
