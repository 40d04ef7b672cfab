import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import Toggle from '@cloudscape-design/components/toggle';
import { textOf, type ControlProps } from './control.ts';
import { optionLabel, readText } from './fields.ts';

export const TextControl = ({ field, value, onChange, readOnly }: ControlProps) => (
  <Input
    value={textOf(value)}
    readOnly={readOnly}
    type={field.control === 'number' ? 'number' : 'text'}
    placeholder={field.placeholder ?? ''}
    onChange={({ detail }) => onChange(readText(field, detail.value))}
  />
);

export const TextareaControl = ({ field, value, onChange, readOnly }: ControlProps) => (
  <Textarea
    value={textOf(value)}
    readOnly={readOnly}
    rows={4}
    placeholder={field.placeholder ?? ''}
    onChange={({ detail }) => onChange(readText(field, detail.value))}
  />
);

export const SelectControl = ({ field, value, onChange, readOnly }: ControlProps) => {
  const options = field.options.map((option) => ({ value: option, label: optionLabel(option) }));
  return (
    <Select
      options={options}
      readOnly={readOnly}
      selectedOption={options.find((option) => option.value === value) ?? null}
      onChange={({ detail }) => onChange(detail.selectedOption.value)}
    />
  );
};

export const ToggleControl = ({ field, value, onChange, readOnly }: ControlProps) => (
  <Toggle
    checked={value === true}
    readOnly={readOnly}
    onChange={({ detail }) => onChange(detail.checked)}
  >
    {field.title}
  </Toggle>
);

const none = { value: '', label: 'None' };

export const ListenerControl = ({ value, onChange, readOnly, context }: ControlProps) => {
  const { options, statusType, retry } = context.listeners;
  const id = textOf(value);
  const chosen = options.find((option) => option.value === id);
  return (
    <Select
      options={[none, ...options]}
      readOnly={readOnly}
      selectedOption={chosen ?? (id ? { value: id, label: id } : none)}
      statusType={statusType}
      loadingText="Loading listeners"
      errorText="Could not load listeners."
      recoveryText="Retry"
      onLoadItems={retry}
      filteringType="auto"
      onChange={({ detail }) => onChange(detail.selectedOption.value || undefined)}
    />
  );
};
