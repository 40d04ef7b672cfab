import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { CodeText } from '#web/components/code/code-text.tsx';
import { TextField } from '#web/components/text-field.tsx';
import type { ClientDraft } from './action-draft.ts';
import type { ActionForm } from './action-fields.tsx';
import { RemovableRow, RemovableRows } from './removable-rows.tsx';
import { IntegrationTypeField } from './integration-field.tsx';

type RowProps = { form: ActionForm; index: number; one: ClientDraft };

const Row = ({ form, index, one }: RowProps) => {
  const all = form.values.clients;
  const update = (patch: Partial<ClientDraft>) =>
    form.set('clients', all.with(index, { ...one, ...patch }));
  const path = (key: keyof ClientDraft) => `call.clients.${index}.${key}`;
  const field = (key: 'name' | 'integration_type') => ({
    value: one[key],
    onBlur: () => form.touch(path(key)),
    error: form.errorOf(path(key)),
  });
  const name = one.name === '' ? `Client ${index + 1}` : one.name;
  return (
    <RemovableRow name={name} onRemove={() => form.set('clients', all.toSpliced(index, 1))}>
      <IntegrationTypeField
        label="Integration"
        {...field('integration_type')}
        onChange={(integration_type) =>
          update({
            integration_type,
            ...(one.name === '' && { name: defaultClientName(integration_type) }),
          })
        }
      />
      <TextField
        label="Name"
        constraint={`The code calls it as clients.${one.name || 'name'}.get(path).`}
        {...field('name')}
        onChange={(text) => update({ name: text })}
      />
      <Checkbox
        checked={one.read_only}
        description="It sends GET requests only."
        onChange={({ detail }) => update({ read_only: detail.checked })}
      >
        Read only
      </Checkbox>
    </RemovableRow>
  );
};

/** The default name of a client for a type; names begin with a letter. */
const defaultClientName = (type: string): string => type.replace(/^[^a-z]+/, '');

const newClient: ClientDraft = { name: '', integration_type: '', read_only: false };

const Clients = ({ form }: { form: ActionForm }) => {
  const { clients } = form.values;
  return (
    <RemovableRows
      title="Clients"
      description={
        'Integrations that are called over HTTP. AWS accounts, chats and agents cannot be ' +
        'clients: use their actions in nodes of their own.'
      }
      emptyText="No clients added"
      addText="Add client"
      onAdd={() => form.set('clients', [...clients, newClient])}
    >
      {clients.map((one, index) => (
        // Rows have no stable keys until they are named.
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={index} {...{ form, index, one }} />
      ))}
    </RemovableRows>
  );
};

/** The code of an action, and its clients. */
export const PythonFields = ({ form }: { form: ActionForm }) => (
  <SpaceBetween size="l">
    <FormField
      stretch
      label="Code"
      description="Assign the output to result, or define main(inputs)."
      constraintText="Python's standard library. The only network access is by clients."
      errorText={form.errorOf('call.code')}
    >
      <div onBlur={() => form.touch('call.code')}>
        <CodeText
          language="python"
          text={form.values.code}
          label="Code"
          height={300}
          placeholder={'result = clients.jira.get("/rest/api/3/issue/" + inputs["issue"])'}
          onChange={(code) => form.set('code', code)}
        />
      </div>
    </FormField>
    <Clients form={form} />
  </SpaceBetween>
);
