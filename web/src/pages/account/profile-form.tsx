import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type * as z from 'zod';
import { type CurrentUser, ownChange } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { Copy } from '#web/components/copy.tsx';
import { FormRefusal } from '#web/components/form-refusal.tsx';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { PhoneField } from '#web/components/phone-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { accessName, userTypeNames } from '#web/components/user-labels.ts';
import { fieldOf, useZodForm } from '#web/components/use-zod-form.ts';

/** The details that users change themselves, all required. */
const ownDetails = ownChange.pick({ name: true, country_code: true, phone: true }).required();
type OwnDetails = z.infer<typeof ownDetails>;

const rolesText = ({ userType, roles }: CurrentUser): string => {
  if (userType === 'ROOT') return 'All permissions';
  return roles.map(({ name }) => name).join(', ') || 'None: you have no permissions yet';
};

const ReadOnlyDetails = ({ user }: { user: CurrentUser }) => (
  <KeyValuePairs
    columns={3}
    items={[
      { label: 'E-mail', value: <Copy text={user._id} subject="e-mail address" /> },
      { label: 'Organisation', value: user.organisation || '-' },
      { label: 'Type', value: userTypeNames[user.userType].name },
      { label: 'Roles', value: rolesText(user) },
      { label: 'Access', value: accessName(user) },
    ]}
  />
);

/** The message id: a new result replaces the previous one. */
const messageId = 'profile';

/** The fields, compared with the last saved values. */
const Fields = ({ savedDetails, onSaved }: { savedDetails: OwnDetails; onSaved: () => void }) => {
  const form = useZodForm(ownDetails, savedDetails);
  const { mutate, isPending } = useAction(users.updateCurrentUser);
  const { fieldsRef } = form;
  const save = (change: OwnDetails) =>
    mutate(change, {
      onSuccess: () => {
        onSaved();
        flash.success('Profile saved', { id: messageId });
      },
      onError: (error) => {
        form.refuse(error);
        if (error.field) return;
        flash.error('The profile was not saved.', { id: messageId, content: error.message });
      },
    });
  return (
    <>
      <FormRefusal form={form} header="The profile was not saved" />
      <div ref={fieldsRef}>
        <LeaveGuard dirty={form.dirty} />
        <SpaceBetween size="l">
          <TextField label="Name" {...fieldOf(form, 'name')} />
          <PhoneField form={form} />
          <Box>
            <Button loading={isPending} onClick={() => form.submit(save)}>
              Save profile
            </Button>
          </Box>
        </SpaceBetween>
      </div>
    </>
  );
};

const detailsOf = ({ name, country_code = '+91', phone = '' }: CurrentUser): OwnDetails => ({
  name,
  country_code,
  phone,
});

/** Name and phone, and the details that only others can change. */
export const ProfileForm = ({ user }: { user: CurrentUser }) => {
  // The form is created anew after a save, with the server's values.
  const [saves, setSaves] = useState(0);
  return (
    <Container header={<Header variant="h2">Profile</Header>}>
      <SpaceBetween size="l">
        <ReadOnlyDetails user={user} />
        <Fields
          key={`${saves} ${JSON.stringify(detailsOf(user))}`}
          savedDetails={detailsOf(user)}
          onSaved={() => setSaves(saves + 1)}
        />
      </SpaceBetween>
    </Container>
  );
};
