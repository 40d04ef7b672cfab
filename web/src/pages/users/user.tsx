import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { NotShown } from '#web/components/not-shown.tsx';
import { usersHelp } from './help.tsx';
import { UserFields } from './user-fields.tsx';
import { useUserForm } from './user-form.ts';
import { useSave } from './use-save.ts';

const list = { text: 'Users', to: '/users' };

/** Milliseconds for which the saved form stays before the list comes (spec 2 section 9). */
const redirectAfter = 1500;

const useWayBack = (done: boolean): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => void navigate(list.to), redirectAfter);
    return () => clearTimeout(timer);
  }, [done, navigate]);
};

const UserEditor = ({ before }: { before?: UserView }) => {
  const form = useUserForm(before);
  const { save, saving, done } = useSave(before, form);
  const refusal = useRefusal(before ? users.updateUser : users.createUser);
  const { around } = form;
  const title = before ? `Edit ${before.name}` : 'Create user';
  useWayBack(done);
  usePage({ title, crumbs: [list], contentType: 'form', help: usersHelp });
  return (
    <ContentLayout
      header={
        <Header variant="h1" info={<InfoLink />}>
          {title}
        </Header>
      }
    >
      <LeaveGuard dirty={form.dirty && !done} />
      <Form
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <LinkButton to={list.to} variant="link">
              Cancel
            </LinkButton>
            <Button
              variant="primary"
              loading={saving || done}
              {...disabledBy(refusal)}
              onClick={() => form.submit(save)}
            >
              {before ? 'Save user' : 'Create user'}
            </Button>
          </SpaceBetween>
        }
      >
        <div ref={around}>
          <UserFields form={form} isNew={!before} />
        </div>
      </Form>
    </ContentLayout>
  );
};

/** Starts from what the server has now, which does not change below the editor's hands. */
const EditUser = ({ id }: { id: string }) => {
  const query = useCall(users.getUser, { user_id: id });
  const [before, setBefore] = useState<UserView>();
  const current = query.isFetchedAfterMount || !query.isStale;
  if (!before && query.data && current) setBefore(query.data);
  if (before) return <UserEditor before={before} />;
  return <NotShown name="User" list={list} error={query.error} onRetry={query.refetch} />;
};

export const NewUserPage = () => <UserEditor />;

/** Changes one person (spec 2 section 2.3). */
export const UserPage = () => {
  const { user_id: id = '' } = useParams();
  return <EditUser key={id} id={id} />;
};
