import Textarea from '@cloudscape-design/components/textarea';
import { textOf, type ControlProps } from './control.ts';
import { readText } from './fields.ts';
import { InsertValue } from './insert-value.tsx';

/** A text with `{% … %}` expressions, and a list of the values that can be inserted. */
export const ExpressionControl = ({ field, value, onChange, readOnly, context }: ControlProps) => {
  const text = textOf(value);
  const lines = Math.min(8, Math.max(2, text.split('\n').length));
  const updateText = (next: string) => onChange(readText(field, next));
  return (
    <InsertValue title={field.title} {...{ text, readOnly, context }} onText={updateText}>
      <Textarea
        value={text}
        readOnly={readOnly}
        rows={lines}
        spellcheck={false}
        placeholder={field.placeholder ?? ''}
        onChange={({ detail }) => updateText(detail.value)}
      />
    </InsertValue>
  );
};
