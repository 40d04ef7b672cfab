import Box from '@cloudscape-design/components/box';
import Input from '@cloudscape-design/components/input';
import Textarea from '@cloudscape-design/components/textarea';
import Toggle from '@cloudscape-design/components/toggle';
import { CodeText } from '#web/components/code/code-text.tsx';
import { textOf, type ControlProps } from './control.ts';
import { readText } from './fields.ts';
import { InsertValue } from './insert-value.tsx';

export const TextControl = ({ field, value, onChange, readOnly }: ControlProps) => {
  const input = (
    <Input
      value={textOf(value)}
      readOnly={readOnly}
      type={field.control === 'number' ? 'number' : 'text'}
      step="any"
      placeholder={field.placeholder ?? textOf(field.fallback)}
      onChange={({ detail }) => onChange(readText(field, detail.value))}
    />
  );
  if (!field.unit) return input;
  return (
    <div className="bot-amount">
      <div>{input}</div>
      <Box>{field.unit}</Box>
    </div>
  );
};

/** A plain text without expressions. */
export const ProseControl = ({ field, value, onChange, readOnly }: ControlProps) => (
  <Textarea
    value={textOf(value)}
    readOnly={readOnly}
    rows={4}
    placeholder={field.placeholder ?? ''}
    onChange={({ detail }) => onChange(readText(field, detail.value))}
  />
);

/** A text that may contain expressions. */
export const TextareaControl = (props: ControlProps) => {
  const { field, value, onChange, readOnly, context } = props;
  const updateText = (next: string) => onChange(readText(field, next));
  return (
    <InsertValue
      title={field.title}
      text={textOf(value)}
      {...{ readOnly, context }}
      onText={updateText}
    >
      <ProseControl {...props} />
    </InsertValue>
  );
};

/** Pixels, for short code. */
const codeHeight = 320;

const codeIn =
  (language: 'python' | 'sql', height: number) =>
  ({ field, value, onChange, readOnly }: ControlProps) => (
    <CodeText
      language={language}
      text={textOf(value)}
      label={field.title}
      height={height}
      readOnly={readOnly}
      placeholder={field.placeholder}
      onChange={onChange}
    />
  );

/** Python code, without expressions. */
export const CodeControl = codeIn('python', codeHeight);

/** An SQL query, without expressions. */
export const SqlControl = codeIn('sql', 200);

export const ToggleControl = ({ field, value, onChange, readOnly }: ControlProps) => (
  <div>
    <Toggle
      checked={(value ?? field.fallback) === true}
      readOnly={readOnly}
      onChange={({ detail }) => onChange(detail.checked)}
    >
      {field.title}
    </Toggle>
    {field.description && (
      <Box variant="small" color="text-body-secondary">
        {field.description}
      </Box>
    )}
  </div>
);
