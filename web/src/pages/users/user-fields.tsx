import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { passwordRule } from '#lib/domain/users/password.schema.ts';
import { PhoneField } from '#web/components/phone-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf } from '#web/components/use-zod-form.ts';
import { AccessFields } from './access-fields.tsx';
import type { UserForm } from './user-form.ts';

type Props = { form: UserForm; isNew: boolean };

const Person = ({ form, isNew }: Props) => (
  <SpaceBetween size="l">
    <TextField label="Name" {...fieldOf(form, 'name')} />
    <TextField
      label="E-mail"
      constraint={
        isNew ? 'They sign in with it. It cannot be changed later.' : 'It cannot be changed.'
      }
      readOnly={!isNew}
      {...fieldOf(form, 'email')}
    />
    <PhoneField form={form} />
  </SpaceBetween>
);

type PasswordProps = {
  form: UserForm;
  name: 'password' | 'confirmation';
  label: string;
  rule?: string;
};

const PasswordField = ({ form, name, label, rule }: PasswordProps) => (
  <FormField
    label={label}
    // The error repeats the rule.
    constraintText={form.errorOf(name) ? undefined : rule}
    errorText={form.errorOf(name)}
  >
    <Input
      type="password"
      autoComplete="new-password"
      value={form.values[name]}
      onChange={({ detail }) => form.set(name, detail.value)}
      onBlur={() => form.touch(name)}
    />
  </FormField>
);

const passwordText = (isNew: boolean): string =>
  isNew
    ? 'The user gets an e-mail with the address of this console, but without the password: give ' +
      'it to them yourself. They choose their own at the first sign-in.'
    : 'Leave blank to keep the current password. A new password ends all sessions of the user, ' +
      'who chooses another one at the next sign-in. API keys remain valid: delete them beside ' +
      'the list of users.';

/** All fields of a user. */
export const UserFields = (props: Props) => {
  const { form, isNew } = props;
  return (
    <SpaceBetween size="l">
      <Container header={<Header variant="h2">Person</Header>}>
        <Person {...props} />
      </Container>
      <Container header={<Header variant="h2">Rights</Header>}>
        <AccessFields form={form} />
      </Container>
      <Container
        header={
          <Header variant="h2" description={passwordText(isNew)}>
            {isNew ? 'First password' : 'New password'}
          </Header>
        }
      >
        <SpaceBetween size="l">
          <PasswordField form={form} name="password" label="Password" rule={passwordRule} />
          <PasswordField form={form} name="confirmation" label="Confirm password" />
        </SpaceBetween>
      </Container>
    </SpaceBetween>
  );
};
