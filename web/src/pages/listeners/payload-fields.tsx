import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { maxPayloadFields as most } from '#lib/domain/listeners/listener.schema.ts';
import { rowInput, TextField } from '#web/components/text-field.tsx';
import type { ListenerForm } from './listener-form.ts';

const OptionalLabel = ({ label }: { label: string }) => (
  <>
    {label} <i>- optional</i>
  </>
);

const deliveryIdText =
  "The field that holds the sender's delivery ID, so that a repeated delivery is processed once. " +
  'Well-known headers such as X-GitHub-Delivery are recognised without it.';

const pathOf = (index: number) => `payload_validation_fields.${index}`;

const RequiredFields = ({ form }: { form: ListenerForm }) => {
  const fields = form.values.payload_validation_fields ?? [];
  const setFields = (names: string[]) => form.set('payload_validation_fields', names);
  return (
    <FormField
      stretch
      label={<OptionalLabel label="Payload validation fields" />}
      description="Top-level fields. A payload that lacks any of them is rejected."
    >
      <AttributeEditor
        items={fields.map((name) => ({ name }))}
        definition={[
          {
            label: 'Field',
            errorText: (_item, index) => form.errorOf(pathOf(index)),
            control: ({ name }, index) =>
              rowInput({
                label: `Field ${index + 1}`,
                value: name,
                onBlur: () => form.touch(pathOf(index)),
                onChange: (value) => setFields(fields.with(index, value)),
              }),
          },
        ]}
        empty="No fields"
        addButtonText="Add field"
        removeButtonText="Remove"
        disableAddButton={fields.length >= most}
        additionalInfo={`At most ${most} fields.`}
        onAddButtonClick={() => setFields([...fields, ''])}
        onRemoveButtonClick={({ detail }) => setFields(fields.toSpliced(detail.itemIndex, 1))}
      />
    </FormField>
  );
};

/** The rules for a payload. */
export const PayloadFields = ({ form }: { form: ListenerForm }) => (
  <SpaceBetween size="l">
    <RequiredFields form={form} />
    <TextField
      label={<OptionalLabel label="Delivery ID field" />}
      description={deliveryIdText}
      value={form.values.delivery_id_field ?? ''}
      onChange={(name) => form.set('delivery_id_field', name === '' ? undefined : name)}
      onBlur={() => form.touch('delivery_id_field')}
      error={form.errorOf('delivery_id_field')}
    />
  </SpaceBetween>
);
