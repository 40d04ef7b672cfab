import type { ReactNode } from 'react';
import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import Input from '@cloudscape-design/components/input';
import * as z from 'zod';
import type { ControlProps } from './control.ts';

const texts = z.array(z.string()).catch([]);
const headers = z.array(z.object({ name: z.string(), value: z.string() })).catch([]);

const without = <T,>(items: readonly T[], index: number): T[] =>
  items.filter((_item, at) => at !== index);

const withItem = <T,>(items: readonly T[], index: number, item: T): T[] =>
  items.map((old, at) => (at === index ? item : old));

/** What the schema says about one entry, by its place: `[1, 'name']`. */
const errorAt = ({ field, value }: ControlProps, ...path: PropertyKey[]): string | undefined =>
  field.schema
    .safeParse(value)
    .error?.issues.find((issue) => path.every((part, index) => issue.path[index] === part))
    ?.message;

type Row<T> = (item: T, index: number) => ReactNode;

const textInput =
  ({ field, readOnly, onChange }: ControlProps, items: readonly string[]): Row<{ text: string }> =>
  ({ text }, index) => (
    <Input
      value={text}
      readOnly={readOnly}
      ariaLabel={`${field.title} ${index + 1}`}
      onChange={({ detail }) => onChange(withItem(items, index, detail.value))}
    />
  );

export const TextsControl = (props: ControlProps) => {
  const { onChange, readOnly } = props;
  const items = texts.parse(props.value);
  return (
    <AttributeEditor
      items={items.map((text) => ({ text }))}
      empty="None."
      addButtonText="Add"
      removeButtonText="Remove"
      removeButtonAriaLabel={({ text }) => `Remove ${text || 'the empty entry'}`}
      hideAddButton={readOnly}
      isItemRemovable={() => !readOnly}
      onAddButtonClick={() => onChange([...items, ''])}
      onRemoveButtonClick={({ detail }) => onChange(without(items, detail.itemIndex))}
      definition={[
        {
          label: 'Entry',
          errorText: ({ text }, index) => (text === '' ? undefined : errorAt(props, index)),
          control: textInput(props, items),
        },
      ]}
    />
  );
};

type Header = { name: string; value: string };

const headerColumn = (props: ControlProps, items: readonly Header[], part: keyof Header) => {
  const label = part === 'name' ? 'Name' : 'Value';
  const control: Row<Header> = (item, index) => (
    <Input
      value={item[part]}
      readOnly={props.readOnly}
      ariaLabel={`${label} of header ${index + 1}`}
      onChange={({ detail }) =>
        props.onChange(withItem(items, index, { ...item, [part]: detail.value }))
      }
    />
  );
  const errorText = (item: Header, index: number) =>
    item.name === '' ? undefined : errorAt(props, index, part);
  return { label, errorText, control };
};

export const HeadersControl = (props: ControlProps) => {
  const { onChange, readOnly } = props;
  const items = headers.parse(props.value);
  return (
    <AttributeEditor
      items={items}
      empty="None."
      addButtonText="Add header"
      removeButtonText="Remove"
      removeButtonAriaLabel={({ name }) => `Remove header ${name}`}
      hideAddButton={readOnly}
      isItemRemovable={() => !readOnly}
      onAddButtonClick={() => onChange([...items, { name: '', value: '' }])}
      onRemoveButtonClick={({ detail }) => onChange(without(items, detail.itemIndex))}
      definition={[headerColumn(props, items, 'name'), headerColumn(props, items, 'value')]}
    />
  );
};
