import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Permission, RoleView } from '#lib/domain/roles/role.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { roles } from '#web/api/roles.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton } from '#web/components/link.tsx';
import { CopyOffer } from './copy-offer.tsx';
import { rolesHelp } from './help.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { RoleFields } from './role-fields.tsx';
import { useRoleChangeForm } from './role-form.ts';

type Props = { role: RoleView; permissions: readonly Permission[] };

const DefaultRoleHeader = ({ title }: { title: string }) => (
  <SpaceBetween size="m">
    <Header variant="h1" info={<InfoLink />}>
      {title} <Badge color="blue">Default Role</Badge>
    </Header>
    <Alert type="info" header="Editing Default Role">
      Default roles come with Cloudwarden and cannot be changed. Create a custom copy to edit what
      it allows and denies.
    </Alert>
  </SpaceBetween>
);

/** A predefined role: its permissions, and a copy to edit. */
export const DefaultRole = ({ role, permissions }: Props) => {
  const [isOffered, setOffered] = useState(false);
  const form = useRoleChangeForm(role, permissions);
  const refusal = useRefusal(roles.cloneRole);
  const title = `Edit Role: ${role.name}`;
  usePage({ page: 'role', title, contentType: 'form', help: rolesHelp });
  return (
    <ContentLayout header={<DefaultRoleHeader title={title} />}>
      <Form
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <LinkButton to={pathTo('roles')} variant="link">
              Cancel
            </LinkButton>
            <Button variant="primary" {...disabledBy(refusal)} onClick={() => setOffered(true)}>
              Create Custom Copy
            </Button>
          </SpaceBetween>
        }
      >
        <SpaceBetween size="l">
          <RoleFields form={form} readOnly />
          <PermissionsSection form={form} permissions={permissions} readOnly />
        </SpaceBetween>
      </Form>
      {isOffered && <CopyOffer role={role} onClose={() => setOffered(false)} />}
    </ContentLayout>
  );
};
