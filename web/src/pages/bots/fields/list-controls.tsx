import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import * as z from 'zod';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import type { ControlProps } from './control.ts';
import { fieldsOf, issuesIn } from './fields.ts';
import { EntryList, shapeOf, useRowFocus } from './rows.tsx';

const texts = z.array(z.string()).catch([]);

/** The schema's error for one entry; an empty one is not an error yet. */
const errorAt = ({ field, value }: ControlProps, text: string, index: number) =>
  text === ''
    ? undefined
    : issuesIn(field.schema, value).find(({ path }) => path[0] === index)?.message;

/** A list of short texts. */
export const TextsControl = (props: ControlProps) => {
  const { field, value, readOnly, onChange } = props;
  const { frame, focusRow } = useRowFocus();
  const items = texts.parse(value);
  const add = () => {
    onChange([...items, ''], `add ${items.length}`);
    focusRow(items.length, 'field');
  };
  const remove = (index: number) => {
    onChange(
      items.filter((_item, at) => at !== index),
      `remove ${items.length}`,
    );
    focusRow(index, 'button');
  };
  const updateItem = (index: number, text: string) =>
    onChange(
      items.map((old, at) => (at === index ? text : old)),
      String(index),
    );
  return (
    <div ref={frame}>
      <ol className="bot-rows" aria-label={field.title}>
        {items.map((text, index) => (
          // Entries have no ids: they are identified by their position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="bot-text-row">
            <FormField stretch errorText={errorAt(props, text, index)}>
              <Input
                value={text}
                readOnly={readOnly}
                ariaLabel={`${field.title} ${index + 1}`}
                onChange={({ detail }) => updateItem(index, detail.value)}
              />
            </FormField>
            {!readOnly && (
              <Button
                variant="icon"
                iconName="close"
                ariaLabel={`Remove ${text || 'the empty entry'}`}
                onClick={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ol>
      {items.length === 0 && readOnly && <Box color="text-body-secondary">None.</Box>}
      {!readOnly && <Button onClick={add}>Add</Button>}
    </div>
  );
};

const nameOf = ({ name }: Readonly<Record<string, unknown>>): string =>
  typeof name === 'string' ? name : '';

/** Pairs of names and values. */
export const HeadersControl = (props: ControlProps) => {
  const shape = shapeOf(props.field);
  return (
    <EntryList
      {...props}
      noun="header"
      titleOf={nameOf}
      newEntry={() => ({ name: '', value: '', ...defaultsOf(shape) })}
      fieldsOfEntry={(entry) => fieldsOf(shape, entry)}
    />
  );
};
