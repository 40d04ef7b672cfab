import { useState } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Permission, RoleView } from '#lib/domain/roles/role.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { usePage } from '#web/app/page.ts';
import { FormPage } from '#web/components/form-page.tsx';
import { CopyOffer } from './copy-offer.tsx';
import { rolesHelp } from './help.tsx';
import { ImpactBox } from './impact.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { RoleFields } from './role-fields.tsx';
import { useRoleChangeForm } from './role-form.ts';
import { SaveQuestionModal } from './save-question.tsx';
import { useConfirmedSave, useImpact } from './use-impact.ts';
import { useSaveRefusal, useSaveRole } from './use-save-role.ts';

type Props = { role: RoleView; permissions: readonly Permission[] };

/** The editor of an own role; the effects on users are shown before saving. */
export const RoleEditor = ({ role, permissions }: Props) => {
  const form = useRoleChangeForm(role, permissions);
  const { values } = form;
  const { save, saving, ended, offersCopy, offerCopy } = useSaveRole(role, form);
  const confirmedSave = useConfirmedSave(role._id, save);
  const refusal = useSaveRefusal(form, role, permissions);
  const [start] = useState(values.policies);
  const isChanged = JSON.stringify(values.policies) !== JSON.stringify(start);
  const impact = useImpact(role._id, values.policies, isChanged);
  const title = `Edit Role: ${role.name}`;
  usePage({ page: 'role', title, contentType: 'form', help: rolesHelp });
  return (
    <>
      <FormPage
        title={title}
        form={form}
        back={pathTo('roles')}
        submitText="Save Changes"
        onSubmit={() => form.submit(confirmedSave.start)}
        submitting={saving || confirmedSave.isAsking}
        saved={ended}
        refusal={refusal}
        errorText={form.errorOf('policies')}
      >
        <SpaceBetween size="l">
          <RoleFields form={form} />
          <PermissionsSection form={form} permissions={permissions} />
          {isChanged && <ImpactBox {...impact} />}
        </SpaceBetween>
      </FormPage>
      {confirmedSave.question && (
        <SaveQuestionModal
          name={role.name}
          question={confirmedSave.question}
          onConfirm={confirmedSave.confirm}
          onClose={confirmedSave.close}
        />
      )}
      {offersCopy && <CopyOffer role={role} onClose={() => offerCopy(false)} />}
    </>
  );
};
