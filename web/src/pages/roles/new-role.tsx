import { useState } from 'react';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathTo } from '#lib/pages.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { roles } from '#web/api/roles.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { FormPage } from '#web/components/form-page.tsx';
import { Loading } from '#web/components/loading.tsx';
import { RolesLoadFailed } from './roles-load-failed.tsx';
import { rolesHelp } from './help.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { simplifyPolicies } from './policy-choice.ts';
import { type EditResult, useLeaveAfterEdit } from './return-to-roles.ts';
import { creationFailureOf } from './refusals.ts';
import { RoleFields } from './role-fields.tsx';
import { type RoleForm, type RoleInput, useNewRoleForm } from './role-form.ts';
import { useGrantRefusal } from './use-grant-refusal.ts';

const title = 'Create role';

const useCreate = (form: RoleForm) => {
  const { mutate, isPending } = useAction(roles.createRole);
  const [ending, setEnding] = useState<EditResult>();
  useLeaveAfterEdit(ending);
  const onError = (error: ApiError) => {
    form.refuse(error);
    const { header, content } = creationFailureOf(error);
    flash.error(header, { id: 'role-failure', content, isAtField: error.field !== undefined });
  };
  const create = (output: RoleInput) =>
    mutate(
      { ...output, policies: simplifyPolicies(output.policies) },
      { onSuccess: () => setEnding({ message: 'New role created successfully!' }), onError },
    );
  return { create, creating: isPending, ended: ending !== undefined };
};

type Answer = ReturnType<typeof usePermissions>;

const usePermissions = () => useCall(roles.listPermissions, {});

const Permissions = ({ form, answer }: { form: RoleForm; answer: Answer }) => {
  const { data, error, refetch } = answer;
  if (data) return <PermissionsSection form={form} permissions={data.items} />;
  return (
    <Container header={<Header variant="h2">Permissions</Header>}>
      {error ? (
        <RolesLoadFailed title="Error Loading Permissions" error={error} onRetry={refetch} />
      ) : (
        <Loading text="Loading permissions" />
      )}
    </Container>
  );
};

const noPermissions: never[] = [];

/** Creates a role of the organisation. */
export const NewRolePage = () => {
  const answer = usePermissions();
  const permissions = answer.data?.items ?? noPermissions;
  const form = useNewRoleForm(permissions);
  const { create, creating, ended } = useCreate(form);
  const loadingReason = answer.data ? undefined : 'The permissions are not loaded.';
  const grant = useGrantRefusal(undefined, form.values.policies, permissions);
  const mayNot = useRefusal(roles.createRole);
  const refusal = mayNot ?? loadingReason ?? grant;
  usePage({ page: 'newRole', title, contentType: 'form', help: rolesHelp });
  return (
    <FormPage
      title={title}
      form={form}
      back={pathTo('roles')}
      submitText="Create Role"
      onSubmit={() => form.submit(create)}
      submitting={creating}
      saved={ended}
      refusal={refusal}
      errorText={form.errorOf('policies')}
    >
      <fieldset className="form-fields" disabled={mayNot !== undefined}>
        <SpaceBetween size="l">
          <RoleFields form={form} />
          <Permissions form={form} answer={answer} />
        </SpaceBetween>
      </fieldset>
    </FormPage>
  );
};
