import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { updatePassword } from 'aws-amplify/auth';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { newPassword, passwordRule } from '#lib/domain/users/password.schema.ts';
import { ApiError } from '#web/api/api-error.ts';
import { users } from '#web/api/users.ts';
import { flash } from '#web/app/flash.tsx';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';
import { signInErrorText } from './sign-in-error.ts';

/** The old password, and the new one twice. */
const passwords = z
  .object({
    old: z.string().min(1, 'Enter your old password.'),
    chosen: newPassword,
    confirmation: z.string(),
  })
  .superRefine(
    ({ chosen, confirmation }, context) => {
      if (chosen === confirmation) return;
      const message = 'Passwords do not match';
      context.addIssue({ code: 'custom', path: ['confirmation'], message });
    },
    // Checked together with the other fields, so that all errors are shown at once.
    { when: () => true },
  );
type Passwords = z.infer<typeof passwords>;

type FieldProps = {
  form: ZodForm<Passwords, Passwords>;
  name: keyof Passwords;
  label: string;
  constraint?: string;
};

const PasswordField = ({ form, name, label, constraint }: FieldProps) => (
  <FormField label={label} constraintText={constraint} errorText={form.errorOf(name)}>
    <Input
      type="password"
      autoComplete={name === 'old' ? 'current-password' : 'new-password'}
      value={form.values[name]}
      onChange={({ detail }) => form.set(name, detail.value)}
      onBlur={() => {
        if (form.values[name] !== '') form.touch(name);
      }}
    />
  </FormField>
);

const wrongPasswordTexts = { NotAuthorizedException: 'The old password is not right.' };

/** The message id: a new result replaces the previous one. */
const messageId = 'password';

const Fields = ({ onChanged }: { onChanged: () => void }) => {
  const form = useZodForm(passwords, { old: '', chosen: '', confirmation: '' });
  const { fieldsRef } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ old, chosen }: Passwords) =>
      updatePassword({ oldPassword: old, newPassword: chosen }),
    onSuccess: async () => {
      onChanged();
      // Ends the sessions of anybody who knew the old password; not every user pool does that
      // itself.
      const content = 'Sign out everywhere, in case somebody else is signed in with the old one.';
      await users.signOutElsewhere({}).then(
        () => flash.success('Password changed', { id: messageId }),
        () =>
          flash.warning('Password changed. Other browsers are still signed in.', {
            id: messageId,
            content,
          }),
      );
    },
    onError: (error) => {
      const text = signInErrorText(error, wrongPasswordTexts);
      if (error.name in wrongPasswordTexts) form.refuse(new ApiError(400, text, 'old'));
      else flash.error('The password was not changed.', { id: messageId, content: text });
    },
  });
  return (
    <div ref={fieldsRef}>
      <SpaceBetween size="l">
        <PasswordField form={form} name="old" label="Old password" />
        <PasswordField
          form={form}
          name="chosen"
          label="New password"
          constraint={`${passwordRule}.`}
        />
        <PasswordField form={form} name="confirmation" label="Confirm new password" />
        <Box>
          <Button loading={isPending} onClick={() => form.submit((values) => mutate(values))}>
            Change password
          </Button>
        </Box>
      </SpaceBetween>
    </div>
  );
};

/** The password is sent from the browser to the user pool, never to the API. */
export const PasswordForm = () => {
  const [changes, setChanges] = useState(0);
  return (
    <Container header={<Header variant="h2">Password</Header>}>
      <Fields key={changes} onChanged={() => setChanges(changes + 1)} />
    </Container>
  );
};
