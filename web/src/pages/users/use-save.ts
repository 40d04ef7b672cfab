import { useState } from 'react';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { users } from '#web/api/users.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { hasSameRoles } from './same-roles.ts';
import type { UserFields, UserForm } from './user-form.ts';

const detailsOf = ({ name, country_code, phone, userType, readOnly }: UserFields) => ({
  name,
  country_code,
  phone,
  userType,
  readOnly,
});

/** Only sub-users have roles: those of other users are not sent. */
const rolesOf = ({ userType, roles }: UserFields): string[] =>
  userType === 'SUBUSER' ? roles : [];

/** The changes of a user: of the record, the roles, both or neither. */
const changesIn = (savedUser: UserView, fields: UserFields) => {
  const details = detailsOf(fields);
  const isSame = Object.entries(details).every(
    ([name, value]) => savedUser[name as keyof typeof details] === value,
  );
  return {
    details: !isSame || fields.password !== '',
    roles: fields.userType === 'SUBUSER' && !hasSameRoles(fields.roles, savedUser.roles),
  };
};

/** Creates or updates a user; an error is shown at its field, or above the page if it has none. */
export const useSave = (initialUser: UserView | undefined, form: UserForm) => {
  // The record may be saved even if the roles are then rejected.
  const [savedUser, setSavedUser] = useState(initialUser);
  const create = useAction(users.createUser);
  const update = useAction(users.updateUser);
  const assign = useAction(users.assignRoles);
  const [isDone, setDone] = useState(false);
  const finish = (text: string, content?: string) => () => {
    setDone(true);
    flash.success(text, { content });
  };
  const onError = (title: string) => (error: ApiError) => {
    form.refuse(error);
    if (!error.field) flash.error(title, { id: 'save-user', content: failureText(error) });
  };
  const giveRoles = ({ _id: user_id, revision: base_revision }: UserView, roles: string[]) =>
    assign.mutate(
      { user_id, base_revision, roles },
      { onSuccess: finish('User saved'), onError: onError('Failed to update roles') },
    );
  const change = (
    { _id: user_id, revision: base_revision }: UserView,
    fields: UserFields,
    onUpdated: (saved: UserView) => void,
  ) =>
    update.mutate(
      { ...detailsOf(fields), user_id, base_revision, password: fields.password },
      {
        onSuccess: (saved) => {
          setSavedUser(saved);
          onUpdated(saved);
        },
        onError: onError('The user was not saved.'),
      },
    );
  const save = (fields: UserFields) => {
    if (!savedUser) {
      const { email, password } = fields;
      const input = { ...detailsOf(fields), email, password, roles: rolesOf(fields) };
      create.mutate(input, {
        onSuccess: finish('User created', `An invitation was sent to ${email}.`),
        onError: onError('The user was not created.'),
      });
      return;
    }
    const changes = changesIn(savedUser, fields);
    const thenRoles = changes.roles
      ? (saved: UserView) => giveRoles(saved, fields.roles)
      : finish('User saved');
    if (changes.details) change(savedUser, fields, thenRoles);
    else if (changes.roles) thenRoles(savedUser);
    else flash.info('No changes to apply', { id: 'save-user' });
  };
  return { save, saving: create.isPending || update.isPending || assign.isPending, isDone };
};
