import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { parameterTypes } from '#lib/domain/actions/definition.schema.ts';
import { TextField } from '#web/components/text-field.tsx';
import { newParameter, type ParameterDraft } from './action-draft.ts';
import type { ActionForm } from './action-fields.tsx';
import { optionalLabel } from './optional-label.tsx';
import { RemovableRow, RemovableRows } from './removable-rows.tsx';
import { parameterTypeNames } from './parameter-labels.ts';

type RowProps = { form: ActionForm; index: number; one: ParameterDraft };

const typeOptions = parameterTypes.map((value) => ({ value, label: parameterTypeNames[value] }));

const Row = ({ form, index, one }: RowProps) => {
  const all = form.values.parameters;
  const update = (patch: Partial<ParameterDraft>) =>
    form.set('parameters', all.with(index, { ...one, ...patch }));
  const path = (key: string) => `parameters_definition.${index}.${key}`;
  const field = (key: 'name' | 'label' | 'description' | 'options' | 'default') => ({
    value: one[key],
    onChange: (value: string) => update({ [key]: value }),
    onBlur: () => form.touch(path(key)),
    error: form.errorOf(path(key)),
  });
  const options = field('options');
  const name = one.name === '' ? `Parameter ${index + 1}` : one.name;
  return (
    <RemovableRow name={name} onRemove={() => form.set('parameters', all.toSpliced(index, 1))}>
      <TextField
        label="Name"
        constraint={
          form.values.executable_type === 'python'
            ? `The code reads it as inputs["${one.name || 'name'}"].`
            : `Use it in the call as {${one.name || 'name'}}.`
        }
        {...field('name')}
      />
      <TextField label="Label" {...field('label')} />
      <FormField label="Type">
        <Select
          selectedOption={typeOptions.find(({ value }) => value === one.type) ?? null}
          options={typeOptions}
          onChange={({ detail }) => {
            const type = parameterTypes.find((value) => value === detail.selectedOption.value);
            if (type) update({ type });
          }}
        />
      </FormField>
      <Checkbox
        checked={one.required}
        onChange={({ detail }) => update({ required: detail.checked })}
      >
        Required
      </Checkbox>
      <FormField
        label={optionalLabel('Options')}
        constraintText="Allowed values, one on each line."
        errorText={options.error}
      >
        <Textarea
          rows={3}
          value={options.value}
          onChange={({ detail }) => options.onChange(detail.value)}
          onBlur={options.onBlur}
        />
      </FormField>
      <TextField label={optionalLabel('Default')} {...field('default')} />
      <TextField label={optionalLabel('Description')} {...field('description')} />
    </RemovableRow>
  );
};

/** The parameters of an action. */
export const ParameterRows = ({ form }: { form: ActionForm }) => {
  const { parameters } = form.values;
  return (
    <RemovableRows
      title="Parameters"
      emptyText="No parameters added"
      addText="Add parameter"
      onAdd={() => form.set('parameters', [...parameters, newParameter()])}
    >
      {parameters.map((one, index) => (
        // Rows have no stable keys until they are named.
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={index} {...{ form, index, one }} />
      ))}
    </RemovableRows>
  );
};
