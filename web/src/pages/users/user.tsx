import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import { useInitialData } from '#web/api/use-initial-data.ts';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { FormPage } from '#web/components/form-page.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { usersHelp } from './help.tsx';
import { UserFields } from './user-fields.tsx';
import { useUserForm } from './user-form.ts';
import { useSave } from './use-save.ts';

/** Milliseconds for which the saved form stays visible before the list is opened. */
const redirectAfter = 1500;

const useReturnToList = (isDone: boolean): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate(pathTo('users')), redirectAfter);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
};

const UserEditor = ({ existingUser }: { existingUser?: UserView }) => {
  const form = useUserForm(existingUser);
  const { save, saving, isDone } = useSave(existingUser, form);
  const refusal = useRefusal(existingUser ? users.updateUser : users.createUser);
  const title = existingUser ? `Edit ${existingUser.name}` : 'Create user';
  useReturnToList(isDone);
  usePage({ page: 'user', title, contentType: 'form', help: usersHelp });
  return (
    <FormPage
      title={title}
      form={form}
      back={pathTo('users')}
      submitText={existingUser ? 'Save user' : 'Create user'}
      onSubmit={() => form.submit(save)}
      submitting={saving || isDone}
      saved={isDone}
      refusal={refusal}
    >
      <fieldset className="form-fields" disabled={refusal !== undefined}>
        <UserFields form={form} isNew={!existingUser} />
      </fieldset>
    </FormPage>
  );
};

const EditUser = ({ id }: { id: string }) => {
  const query = useCall(users.getUser, { user_id: id });
  const existingUser = useInitialData(query);
  if (existingUser) return <UserEditor existingUser={existingUser} />;
  return <ItemPlaceholder page="user" error={query.error} onRetry={query.refetch} />;
};

export const NewUserPage = () => <UserEditor />;

/** Edits one user. */
export const UserPage = () => {
  const { user_id: id = '' } = useParams();
  return <EditUser key={id} id={id} />;
};
