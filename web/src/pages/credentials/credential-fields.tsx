import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import {
  type CredentialKind,
  credentialKinds,
  type CredentialView,
} from '#lib/domain/credentials/credential.schema.ts';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf } from '#web/components/use-zod-form.ts';
import type { CredentialForm } from './credential-form.ts';
import { HostsField } from './hosts-field.tsx';
import { kindName, kinds } from './kinds.ts';

type Props = { form: CredentialForm; before: CredentialView | undefined };

const options = credentialKinds.map((value) => ({
  value,
  label: kinds[value].name,
  description: kinds[value].description,
}));

/** What belongs to one kind does not go over to another. */
const changeKind = (form: CredentialForm, kind: CredentialKind): void => {
  const { hosts = [] } = form.values;
  form.set('kind', kind);
  form.set('username', undefined);
  form.set('header_name', undefined);
  form.set('param_name', undefined);
  if (kind === 'webhook_url') form.set('hosts', []);
  else if (hosts.length === 0) form.set('hosts', ['']);
};

const KindField = ({ form, before }: Props) => {
  const { kind } = form.values;
  return (
    <FormField
      label="Kind"
      description={kinds[kind].description}
      constraintText={before && 'The kind cannot be changed.'}
    >
      {before ? (
        <Input readOnly value={kindName(kind)} />
      ) : (
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === kind) ?? null}
          onChange={({ detail }) => {
            const chosen = credentialKinds.find((one) => one === detail.selectedOption.value);
            if (chosen) changeKind(form, chosen);
          }}
        />
      )}
    </FormField>
  );
};

const OwnField = ({ form }: { form: CredentialForm }) => {
  const { own } = kinds[form.values.kind];
  if (!own) return null;
  const { name, ...texts } = own;
  return (
    <TextField
      {...texts}
      value={form.values[name] ?? ''}
      onChange={(value) => form.set(name, value === '' ? undefined : value)}
      onBlur={() => form.touch(name)}
      error={form.errorOf(name)}
    />
  );
};

const secretHint = ({ form, before }: Props): string | undefined => {
  if (before) return 'Leave blank to keep the stored value, which is never shown.';
  if (form.values.kind !== 'webhook_url') return 'It is stored encrypted and never shown again.';
  return 'As the chat shows it: https://host/path. It is stored encrypted and never shown again.';
};

const SecretField = (props: Props) => {
  const { form } = props;
  return (
    <FormField
      label={kinds[form.values.kind].secret}
      description={secretHint(props)}
      errorText={form.errorOf('secret')}
    >
      <Input
        type="password"
        autoComplete="new-password"
        value={form.values.secret}
        onChange={({ detail }) => form.set('secret', detail.value)}
        onBlur={() => form.touch('secret')}
      />
    </FormField>
  );
};

const Hosts = ({ form, before }: Props) => {
  if (form.values.kind !== 'webhook_url') return <HostsField form={form} />;
  return (
    <FormField label="Hosts" description="The host is taken from the address.">
      <Box>{before?.hosts.join(', ') ?? 'The host in the address'}</Box>
    </FormField>
  );
};

/** Everything of a credential. The secret's field never holds the stored one. */
export const CredentialFields = ({ form, before }: Props) => (
  <SpaceBetween size="l">
    <TextField
      label="Name"
      description="Nodes refer to the credential by this name."
      constraint="3 to 100 letters, digits, hyphens and spaces."
      {...fieldOf(form, 'name')}
    />
    <KindField form={form} before={before} />
    <OwnField form={form} />
    <SecretField form={form} before={before} />
    <Hosts form={form} before={before} />
  </SpaceBetween>
);
