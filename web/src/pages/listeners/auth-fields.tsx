import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles from '@cloudscape-design/components/tiles';
import { TextField } from '#web/components/text-field.tsx';
import { AdditionalHeaders } from './additional-headers.tsx';
import { authDefaults, type AuthInput, type ListenerForm } from './listener-form.ts';
import { authNames } from './names.ts';

type Props<T extends AuthInput['auth_type']> = {
  auth: Extract<AuthInput, { auth_type: T }>;
  form: ListenerForm;
};

const path = 'auth_configs';

const fieldOf = (form: ListenerForm, name: string) => ({
  error: form.errorOf(`${path}.${name}`),
  onBlur: () => form.touch(`${path}.${name}`),
});

const SignatureFields = ({ auth, form }: Props<'signature'>) => (
  <SpaceBetween size="l">
    <Alert type="info">
      The signature covers the body but contains no timestamp, so a recorded call can be replayed.
      Name the delivery ID field under Payload, which is signed: each ID then counts only once in 24
      hours.
    </Alert>
    <TextField
      label="Signature header"
      description="The header in which the sender puts the signature of the body."
      value={auth.headers.primary_header ?? ''}
      onChange={(primary_header) =>
        form.set(path, { ...auth, headers: { ...auth.headers, primary_header } })
      }
      {...fieldOf(form, 'headers.primary_header')}
    />
    <FormField label="Signature encoding">
      <SegmentedControl
        label="Signature encoding"
        selectedId={auth.signature_encoding_type ?? 'HEX'}
        options={[
          { id: 'HEX', text: 'HEX' },
          { id: 'BASE64', text: 'BASE64' },
        ]}
        onChange={({ detail }) => {
          const encoding = detail.selectedId === 'BASE64' ? 'BASE64' : 'HEX';
          form.set(path, { ...auth, signature_encoding_type: encoding });
        }}
      />
    </FormField>
    <TextField
      label="Signature prefix"
      description="The text before the signature in the header."
      value={auth.signature_prefix ?? ''}
      onChange={(signature_prefix) => form.set(path, { ...auth, signature_prefix })}
      {...fieldOf(form, 'signature_prefix')}
    />
    <AdditionalHeaders auth={auth} form={form} />
  </SpaceBetween>
);

const HeaderFields = ({ auth, form }: Props<'secret_in_header'>) => (
  <SpaceBetween size="l">
    <TextField
      label="Secret header"
      description="The header in which the sender puts the secret."
      value={auth.headers.primary_header ?? ''}
      onChange={(primary_header) =>
        form.set(path, { ...auth, headers: { ...auth.headers, primary_header } })
      }
      {...fieldOf(form, 'headers.primary_header')}
    />
    <AdditionalHeaders auth={auth} form={form} />
  </SpaceBetween>
);

const QueryFields = ({ auth, form }: Props<'secret_in_query'>) => (
  <SpaceBetween size="l">
    <Alert type="warning">
      A secret in an address leaks: it ends up in logs, histories and monitoring of every system on
      the way. Choose this only if the sender can neither sign nor set a header.
    </Alert>
    <TextField
      label="Query parameter"
      value={auth.query_param.param_name ?? ''}
      onChange={(param_name) => form.set(path, { ...auth, query_param: { param_name } })}
      {...fieldOf(form, 'query_param.param_name')}
    />
  </SpaceBetween>
);

const Fields = ({ form }: { form: ListenerForm }) => {
  const auth = form.values.auth_configs;
  switch (auth.auth_type) {
    case 'signature':
      return <SignatureFields auth={auth} form={form} />;
    case 'secret_in_header':
      return <HeaderFields auth={auth} form={form} />;
    default:
      return <QueryFields auth={auth} form={form} />;
  }
};

const modes = ['signature', 'secret_in_header', 'secret_in_query'] as const;

const modeDescriptions: Record<(typeof modes)[number], string> = {
  signature: 'Recommended. HMAC-SHA256: the sender signs the body; the secret is never sent.',
  secret_in_header: 'The sender sends the secret with each call.',
  secret_in_query: 'The secret is part of the URL.',
};

/** The sender's authentication method, and its fields. */
export const AuthFields = ({ form }: { form: ListenerForm }) => (
  <SpaceBetween size="l">
    <FormField label="Authentication" stretch>
      <Tiles
        ariaRequired
        columns={3}
        value={form.values.auth_configs.auth_type}
        items={modes.map((value) => ({
          value,
          label: authNames[value],
          description: modeDescriptions[value],
        }))}
        onChange={({ detail }) => {
          const mode = modes.find((one) => one === detail.value);
          if (mode) form.set(path, authDefaults[mode]);
        }}
      />
    </FormField>
    <Fields form={form} />
  </SpaceBetween>
);
