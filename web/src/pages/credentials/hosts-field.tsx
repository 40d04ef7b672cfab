import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import FormField from '@cloudscape-design/components/form-field';
import { rowInput } from '#web/components/text-field.tsx';
import type { CredentialForm } from './credential-form.ts';

/** The schema's bound. */
const most = 20;

const pathOf = (index: number) => `hosts.${index}`;

/** Where the secret may be sent. */
export const HostsField = ({ form }: { form: CredentialForm }) => {
  const hosts = form.values.hosts ?? [];
  const setHosts = (next: string[]) => form.set('hosts', next);
  return (
    <FormField
      stretch
      label="Hosts"
      description="The secret is sent to these hosts only."
      constraintText="For example api.example.com, or api.example.com:8443."
      errorText={form.errorOf('hosts')}
    >
      <AttributeEditor
        items={hosts.map((host) => ({ host }))}
        definition={[
          {
            label: 'Host',
            errorText: (_item, index) => form.errorOf(pathOf(index)),
            control: ({ host }, index) =>
              rowInput({
                label: `Host ${index + 1}`,
                value: host,
                onBlur: () => form.touch(pathOf(index)),
                onChange: (value) => setHosts(hosts.with(index, value)),
              }),
          },
        ]}
        empty="No hosts"
        addButtonText="Add host"
        removeButtonText="Remove"
        disableAddButton={hosts.length >= most}
        onAddButtonClick={() => setHosts([...hosts, ''])}
        onRemoveButtonClick={({ detail }) => setHosts(hosts.toSpliced(detail.itemIndex, 1))}
      />
    </FormField>
  );
};
