import type { ReactNode } from 'react';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Link from '@cloudscape-design/components/link';
import Popover from '@cloudscape-design/components/popover';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import {
  activeFields,
  isSecret,
  valueOf,
  type Values,
} from '#lib/domain/integrations/form.rules.ts';
import type { FieldDefinition } from '#lib/domain/integrations/form.schema.ts';
import { offeredModels } from '#lib/domain/integrations/models.rules.ts';
import { hrefTo } from '#lib/pages.ts';
import { modelOption } from '#web/components/model-option.ts';
import { stateText } from '#web/components/integration-state.tsx';
import { useSelectableIntegrations } from '#web/components/use-selectable-integrations.ts';
import { type Definition, type IntegrationForm, isRemovable } from './integration-form.ts';

type ControlProps = {
  field: FieldDefinition;
  value: string;
  /** The values of all fields. */
  allValues: Values;
  onChange: (value: string) => void;
  onBlur: () => void;
};

const SelectControl = ({ field, value, onChange, onBlur }: ControlProps) => {
  const options = (field.options ?? []).map((option) => ({
    value: option.value,
    label: option.label,
  }));
  return (
    <Select
      options={options}
      placeholder={field.placeholder ?? `Choose ${field.label}`}
      selectedOption={options.find((option) => option.value === value) ?? null}
      onBlur={onBlur}
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  );
};

const LinesControl = ({ field, value, onChange, onBlur }: ControlProps) => (
  <Textarea
    value={value}
    rows={field.type === 'json' ? 6 : 3}
    placeholder={field.placeholder ?? ''}
    spellcheck={false}
    autoComplete={false}
    onBlur={onBlur}
    onChange={({ detail }) => onChange(detail.value)}
  />
);

const LineControl = ({ field, value, onChange, onBlur }: ControlProps) => (
  <Input
    type={field.type === 'password' ? 'password' : 'text'}
    autoComplete={field.type === 'password' ? 'new-password' : false}
    value={value}
    placeholder={field.placeholder ?? ''}
    onBlur={onBlur}
    onChange={({ detail }) => onChange(detail.value)}
  />
);

const FieldInfo = ({ field: { label, tooltip } }: { field: FieldDefinition }) => (
  <Popover triggerType="custom" content={tooltip} dismissAriaLabel="Close" header={label}>
    <Button variant="inline-icon" iconName="status-info" ariaLabel={`About ${label}`} />
  </Popover>
);

const Check = ({ field, value, onChange, onBlur }: ControlProps) => (
  <Checkbox
    checked={value === 'true'}
    onBlur={onBlur}
    onChange={({ detail }) => onChange(String(detail.checked))}
  >
    {field.label}
  </Checkbox>
);

/** A checkbox with its tooltip beside it, as a field without a label has no other place for it. */
const CheckControl = (props: ControlProps) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    <Check {...props} />
    {props.field.tooltip && <FieldInfo field={props.field} />}
  </SpaceBetween>
);

/** A choice of the integrations of a type, and a link to connect the first. */
const IntegrationControl = ({ field, value, onChange, onBlur }: ControlProps) => {
  const { label, of = '' } = field;
  const { found, search } = useSelectableIntegrations({ chosen: value, types: [of] });
  const { data, refetch, statusType } = found;
  const options = (data?.items ?? []).map((one) => ({
    value: one.accountId,
    label: one.alias,
    description: one.values.account_id ?? '',
    labelTag: stateText(one),
    disabled: one.sample !== undefined,
  }));
  return (
    <SpaceBetween size="xxs">
      <Select
        options={options}
        placeholder={`Choose ${label}`}
        statusType={statusType}
        loadingText="Loading integrations"
        errorText="Could not load integrations."
        recoveryText="Retry"
        empty="None is connected."
        filteringType={search ? 'manual' : 'auto'}
        selectedOption={
          options.find((option) => option.value === value) ??
          (value === '' ? null : { value, label: value })
        }
        onBlur={onBlur}
        onLoadItems={({ detail }) => (search ? search(detail.filteringText) : void refetch())}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
      <Link
        external
        href={hrefTo('newIntegration', { cspName: of })}
        externalIconAriaLabel="Opens in a new tab"
      >
        Connect another
      </Link>
    </SpaceBetween>
  );
};

/** A choice of the models that the form lists, or none; a text field if it lists no valid ones. */
const ModelControl = (props: ControlProps) => {
  const { value, allValues, onChange, onBlur } = props;
  const [first, ...otherModels] = offeredModels(allValues);
  if (!first) return <LineControl {...props} />;
  const noneOption = { value: '', label: `The first one (${first.name})` };
  const options = [noneOption, ...[first, ...otherModels].map(modelOption)];
  return (
    <Select
      options={options}
      selectedOption={options.find((option) => option.value === value) ?? { value, label: value }}
      onBlur={onBlur}
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  );
};

const TextControl = (props: ControlProps) =>
  props.field.rule === 'model' ? <ModelControl {...props} /> : <LineControl {...props} />;

const controls: Record<FieldDefinition['type'], (props: ControlProps) => ReactNode> = {
  text: TextControl,
  password: LineControl,
  textarea: LinesControl,
  json: LinesControl,
  select: SelectControl,
  checkbox: CheckControl,
  integration: IntegrationControl,
};

const labelOf = ({ type, label, required }: FieldDefinition): string | undefined => {
  if (type === 'checkbox') return undefined;
  return required ? label : `${label} - optional`;
};

type Props = {
  definition: Definition;
  form: IntegrationForm;
  /** The names of the stored secrets, which are kept if their fields are left blank. */
  storedSecrets: ReadonlySet<string>;
  /** The other stored values. */
  stored?: Readonly<Record<string, string>> | undefined;
};

type FieldProps = Omit<Props, 'definition'> & { field: FieldDefinition };

/** Removes a stored value, which a blank field would keep; another click keeps it again. */
const RemoveStoredValue = ({ field: { name, label }, form, stored = {} }: FieldProps) => {
  const { removed, values } = form.values;
  const isRemoved = removed.includes(name);
  return (
    <Button
      iconName={isRemoved ? 'undo' : 'remove'}
      ariaLabel={`${isRemoved ? 'Keep' : 'Remove'} ${label}`}
      onClick={() => {
        form.set('values', { ...values, [name]: isRemoved ? (stored[name] ?? '') : '' });
        form.set('removed', isRemoved ? removed.filter((one) => one !== name) : [...removed, name]);
      }}
    />
  );
};

/** What happens to the stored value. */
const storedValueText = ({ field, form, storedSecrets }: FieldProps): string | undefined => {
  if (form.values.removed.includes(field.name)) return 'It is removed when you save.';
  return isSecret(field) && storedSecrets.has(field.name)
    ? 'Leave blank to keep the stored value, which is never shown.'
    : undefined;
};

const Field = (props: FieldProps) => {
  const { field, form, stored, storedSecrets } = props;
  const { name, type, description, tooltip } = field;
  const Control = controls[type];
  const errorText = form.errorOf(name);
  return (
    <FormField
      label={labelOf(field)}
      description={description}
      constraintText={errorText ? undefined : storedValueText(props)}
      info={type !== 'checkbox' && tooltip && <FieldInfo field={field} />}
      errorText={errorText}
      secondaryControl={
        isRemovable(field, stored, storedSecrets) && <RemoveStoredValue {...props} />
      }
    >
      <Control
        field={field}
        allValues={form.values.values}
        value={
          type === 'select' || type === 'checkbox'
            ? valueOf(field, form.values.values)
            : (form.values.values[name] ?? field.default ?? '')
        }
        onChange={(value) => {
          form.set('values', { ...form.values.values, [name]: value });
          const otherRemoved = form.values.removed.filter((one) => one !== name);
          // Choosing none removes the stored value, whereas a blank field would keep it.
          const isNone = field.rule === 'model' && value === '';
          const isRemoved = isNone && isRemovable(field, stored, storedSecrets);
          form.set('removed', isRemoved ? [...otherRemoved, name] : otherRemoved);
        }}
        onBlur={() => form.touch(name)}
      />
    </FormField>
  );
};

/** The fields of a type, including those that depend on the chosen options. */
export const DefinitionFields = ({ definition, ...shared }: Props) => (
  <SpaceBetween size="l">
    {activeFields(definition, shared.form.values.values).map((field) => (
      <Field key={field.name} field={field} {...shared} />
    ))}
  </SpaceBetween>
);
