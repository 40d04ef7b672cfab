import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import ButtonDropdown, {
  type ButtonDropdownProps,
} from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathsBelow } from '#lib/kernel/value-paths.ts';
import { insertCode, type Reference } from '../editor/document/references.ts';
import { shortText } from '../trial/fields-of-value.ts';
import type { FieldContext } from './control.ts';

type Props = {
  title: string;
  text: string;
  readOnly: boolean;
  context: FieldContext;
  onText: (text: string) => void;
  /** The text field. */
  children: ReactNode;
};

/** The most values whose fields are read. */
const maxExpandedValues = 30;

type Item = ButtonDropdownProps.ItemOrGroup;

const itemOf = (code: string, secondaryText?: string): ButtonDropdownProps.Item => ({
  id: code,
  text: code,
  ...(secondaryText !== undefined && { secondaryText }),
});

const plainItem = ({ label, code }: Reference): Item => ({ ...itemOf(code, code), text: label });

/** A value by itself, or with its fields if they are known. */
const groupOf = ({ label, code }: Reference, wholeText: string, fieldItems: Item[]): Item =>
  fieldItems.length === 0
    ? { ...itemOf(code, `${code}: ${wholeText}`), text: label }
    : { id: `in ${code}`, text: label, items: [itemOf(code, wholeText), ...fieldItems] };

/** A value with the fields that its kind defines, or that were seen in it. */
const knownFieldsItem = (reference: Reference): Item => {
  const { code, fields } = reference;
  if (!fields) return plainItem(reference);
  const fieldItems = Object.entries(fields).map(([name, text]) => itemOf(`${code}.${name}`, text));
  return groupOf(reference, 'All of it', fieldItems);
};

/** The fields of a value in the chosen data, else the known ones. */
const loadFieldsItem = async (
  reference: Reference,
  preview: FieldContext['preview'],
): Promise<Item> => {
  const { code } = reference;
  const answer = await preview?.of(`{% ${code} %}`);
  const value = answer && 'value' in answer ? answer.value : undefined;
  if (value !== undefined) {
    const fieldItems = pathsBelow(code, value).map(({ path, value: fieldValue }) =>
      itemOf(path, shortText(fieldValue)),
    );
    return groupOf(reference, shortText(value), fieldItems);
  }
  return knownFieldsItem(reference);
};

/** The values that can be inserted; their fields are loaded when the list is opened. */
const useItems = ({ references, preview }: FieldContext) => {
  const [loaded, setLoaded] = useState<{ of: typeof references; items: Item[] }>();
  const load = async () => {
    const items = await Promise.all(
      references.map((one, at) =>
        loadFieldsItem(one, at < maxExpandedValues ? preview : undefined),
      ),
    );
    setLoaded({ of: references, items });
  };
  return {
    items: loaded?.of === references ? loaded.items : references.map(knownFieldsItem),
    load,
  };
};

/** Moves the caret after the inserted code. */
const moveCaretAfter = (
  container: HTMLElement | null,
  code: string,
  text: string,
  at: number,
): void => {
  const field = container?.querySelector('textarea');
  const start = text.indexOf(code, at);
  const end = (start < 0 ? text.lastIndexOf(code) : start) + code.length;
  field?.focus();
  field?.setSelectionRange(end, end);
};

/**
 * A text field with a list of the values that expressions can read, which are inserted at the
 * caret.
 */
export const InsertValue = ({ title, text, readOnly, context, onText, children }: Props) => {
  const caret = useRef<number>(undefined);
  const { items, load } = useItems(context);
  const keepCaret = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTextAreaElement) caret.current = target.selectionEnd;
  };
  const field = useRef<HTMLDivElement>(null);
  const insert = (code: string) => {
    const at = caret.current ?? text.length;
    const next = insertCode(text, code, at);
    onText(next);
    caret.current = undefined;
    // The list first returns the focus to its button.
    setTimeout(() => moveCaretAfter(field.current, code, next, at));
  };
  if (readOnly || context.references.length === 0) return children;
  return (
    <SpaceBetween size="xs">
      <div ref={field} onBlur={keepCaret}>
        {children}
      </div>
      <div onFocus={() => void load()}>
        <ButtonDropdown
          ariaLabel={`Insert value into ${title}`}
          expandToViewport
          expandableGroups
          items={items}
          onItemClick={({ detail }) => insert(detail.id)}
        >
          Insert value
        </ButtonDropdown>
      </div>
    </SpaceBetween>
  );
};
