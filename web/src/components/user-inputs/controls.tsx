import type { ComponentType } from 'react';
import DatePicker from '@cloudscape-design/components/date-picker';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import Toggle from '@cloudscape-design/components/toggle';
import type { FormInput, InputType } from '#lib/domain/user-inputs/user-input.schema.ts';
import { takesMany } from '#lib/domain/user-inputs/value.rules.ts';
import type { Draft } from './drafts.ts';

export type ControlProps = {
  input: FormInput;
  draft: Draft | undefined;
  readOnly: boolean;
  onChange: (draft: Draft) => void;
  onBlur: () => void;
};

/** Above this number of options they can be searched. */
const searchFrom = 10;

const textIn = (draft: Draft | undefined): string => (typeof draft === 'string' ? draft : '');

/** A read-only value; a control that opens would suggest that it can be edited. */
const ReadOnlyControl = ({ draft }: ControlProps) => (
  <Input readOnly value={Array.isArray(draft) ? draft.join(', ') : textIn(draft)} placeholder="-" />
);

const TextControl = ({ input, draft, onChange, ...rest }: ControlProps) => (
  <Input
    {...rest}
    value={textIn(draft)}
    type={input.type === 'number' ? 'number' : 'text'}
    step="any"
    onChange={({ detail }) => onChange(detail.value)}
  />
);

/** The height of the text in rows, within bounds. */
const rowsOf = (text: string, minRows: number): number =>
  Math.min(20, Math.max(minRows, text.split('\n').length));

const TextareaControl = ({ input: _, draft, onChange, ...rest }: ControlProps) => (
  <Textarea
    {...rest}
    value={textIn(draft)}
    rows={rowsOf(textIn(draft), rest.readOnly ? 1 : 4)}
    placeholder={rest.readOnly ? '-' : ''}
    onChange={({ detail }) => onChange(detail.value)}
  />
);

const JsonControl = ({ input: _, draft, onChange, ...rest }: ControlProps) => (
  <div className="input-json">
    <Textarea
      {...rest}
      value={textIn(draft)}
      rows={rowsOf(textIn(draft), rest.readOnly ? 1 : 4)}
      placeholder={rest.readOnly ? '-' : ''}
      spellcheck={false}
      autoComplete={false}
      onChange={({ detail }) => onChange(detail.value)}
    />
  </div>
);

const BooleanControl = ({ input, draft, onChange, onBlur, readOnly }: ControlProps) => (
  <Toggle
    checked={draft === true}
    readOnly={readOnly}
    onBlur={onBlur}
    onChange={({ detail }) => onChange(detail.checked)}
  >
    {input.label}
  </Toggle>
);

const optionOf = (value: string) => ({ value, label: value });
const none = { value: '', label: 'None' };

const SelectControl = ({ input, draft, onChange, ...rest }: ControlProps) => {
  const options = input.options.map(optionOf);
  return (
    <Select
      {...rest}
      options={input.required ? options : [none, ...options]}
      selectedOption={options.find(({ value }) => value === draft) ?? null}
      placeholder="Choose an option"
      filteringType={options.length > searchFrom ? 'auto' : 'none'}
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  );
};

const MultiselectControl = ({ input, draft, onChange, ...rest }: ControlProps) => (
  <Multiselect
    {...rest}
    options={input.options.map(optionOf)}
    selectedOptions={Array.isArray(draft) ? draft.map(optionOf) : []}
    placeholder="Choose options"
    filteringType={input.options.length > searchFrom ? 'auto' : 'none'}
    onChange={({ detail }) => onChange(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
  />
);

const DateControl = ({ input, draft, onChange, ...rest }: ControlProps) => {
  // The calendar handles days only; a time with a zone is edited as text.
  const initialValue = input.value ?? input.default_value;
  const isMoment = typeof initialValue === 'string' && initialValue.includes('T');
  if (isMoment) return <TextControl {...rest} input={input} draft={draft} onChange={onChange} />;
  return (
    <DatePicker
      {...rest}
      value={textIn(draft)}
      placeholder="YYYY-MM-DD"
      format="iso"
      inputFormat="iso"
      onChange={({ detail }) => onChange(detail.value)}
    />
  );
};

const controls: Record<InputType, ComponentType<ControlProps>> = {
  text: TextControl,
  textarea: TextareaControl,
  number: TextControl,
  boolean: BooleanControl,
  select: SelectControl,
  multiselect: MultiselectControl,
  json: JsonControl,
  date: DateControl,
};

/** Types whose controls can be used read-only: they show the whole text, or do not open. */
const readOnlyTypes: readonly InputType[] = ['boolean', 'textarea', 'json'];

/** The control of an input, by its type. */
export const Control = (props: ControlProps) => {
  const { input, readOnly } = props;
  const ControlOfType = takesMany(input) ? MultiselectControl : controls[input.type];
  const isReadOnlyText = readOnly && !readOnlyTypes.includes(input.type);
  return isReadOnlyText ? <ReadOnlyControl {...props} /> : <ControlOfType {...props} />;
};
