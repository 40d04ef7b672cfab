import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { insertCode } from '../editor/references.ts';
import { textOf, type ControlProps } from './control.ts';
import { readText } from './fields.ts';

/** A text with `{% … %}` expressions, and the values that they can read, ready to insert. */
export const ExpressionControl = ({ field, value, onChange, readOnly, context }: ControlProps) => {
  const text = textOf(value);
  const lines = Math.min(8, Math.max(2, text.split('\n').length));
  return (
    <SpaceBetween size="xs">
      <Textarea
        value={text}
        readOnly={readOnly}
        rows={lines}
        spellcheck={false}
        placeholder={field.placeholder ?? ''}
        onChange={({ detail }) => onChange(readText(field, detail.value))}
      />
      {!readOnly && (
        <ButtonDropdown
          ariaLabel={`Insert value into ${field.title}`}
          expandToViewport
          items={context.references.map(({ label, code }) => ({
            id: code,
            text: label,
            secondaryText: code,
          }))}
          onItemClick={({ detail }) => onChange(insertCode(text, detail.id))}
        >
          Insert value
        </ButtonDropdown>
      )}
    </SpaceBetween>
  );
};
