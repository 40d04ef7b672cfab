import { type FocusEvent, type ReactNode, useRef } from 'react';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { insertCode } from '../editor/references.ts';
import type { FieldContext } from './control.ts';

type Props = {
  title: string;
  text: string;
  readOnly: boolean;
  context: FieldContext;
  onText: (text: string) => void;
  /** The text's field. */
  children: ReactNode;
};

/** A text's field with the values that expressions can read: they go to where the caret was. */
export const InsertValue = ({ title, text, readOnly, context, onText, children }: Props) => {
  const caret = useRef<number>(undefined);
  const keepCaret = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTextAreaElement) caret.current = target.selectionEnd;
  };
  const insert = (code: string) => {
    onText(insertCode(text, code, caret.current));
    caret.current = undefined;
  };
  if (readOnly || context.references.length === 0) return children;
  return (
    <SpaceBetween size="xs">
      <div onBlur={keepCaret}>{children}</div>
      <ButtonDropdown
        ariaLabel={`Insert value into ${title}`}
        expandToViewport
        items={context.references.map(({ label, code }) => ({
          id: code,
          text: label,
          secondaryText: code,
        }))}
        onItemClick={({ detail }) => insert(detail.id)}
      >
        Insert value
      </ButtonDropdown>
    </SpaceBetween>
  );
};
