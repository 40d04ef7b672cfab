import { type ReactNode, useRef } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import type { Shape } from '#lib/domain/bots/settings.rules.ts';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import type { ControlProps, Settings } from './control.ts';
import { type Field, fieldsOf, innerSchemaOf } from './fields.ts';

const settings = z.record(z.string(), z.unknown());
const entries = z.array(settings).catch([]);

/** The entries of a list; an invalid value counts as an empty list. */
export const entriesOf = (value: unknown): Settings[] => entries.parse(value);

/** The schemas of the fields of an object, or of the objects in a list. */
export const shapeOf = ({ schema }: Field): Shape => {
  const inner = innerSchemaOf(schema);
  const object = inner instanceof z.ZodArray ? innerSchemaOf(inner.element) : inner;
  return object instanceof z.ZodObject ? object.shape : {};
};

type RowProps = {
  noun: string;
  index: number;
  count: number;
  title: string;
  readOnly: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  children: ReactNode;
};

const Row = ({ noun, index, count, title, readOnly, onMove, onRemove, children }: RowProps) => {
  const rowLabel = `${noun} ${index + 1}`;
  return (
    <li className="bot-row">
      <div className="bot-row-head">
        <div className="bot-row-title">
          <Box variant="strong">{title}</Box>
        </div>
        {!readOnly && (
          <SpaceBetween size="xxs" direction="horizontal">
            <Button
              variant="icon"
              iconName="angle-up"
              ariaLabel={`Move ${rowLabel} up`}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            />
            <Button
              variant="icon"
              iconName="angle-down"
              ariaLabel={`Move ${rowLabel} down`}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            />
            <Button
              variant="icon"
              iconName="remove"
              ariaLabel={`Remove ${rowLabel}`}
              onClick={onRemove}
            />
          </SpaceBetween>
        )}
      </div>
      {children}
    </li>
  );
};

const moveItem = <T,>(items: readonly T[], from: number, to: number): T[] => {
  const remaining = items.filter((_item, at) => at !== from);
  return [...remaining.slice(0, to), ...items.slice(from, from + 1), ...remaining.slice(to)];
};

type ListProps = ControlProps & {
  /** The noun for an entry: `rule`. */
  noun: string;
  titleOf?: (entry: Settings) => string;
  newEntry: (entries: readonly Settings[]) => Settings;
  fieldsOfEntry: (entry: Settings) => Field[];
  /** Makes the entry consistent after a change. */
  normalizeEntry?: (entry: Settings, previous: Settings) => Settings;
};

/**
 * When a row was added, removed or moved, the focus follows it, or moves to the row in its place.
 */
export const useRowFocus = () => {
  const frame = useRef<HTMLDivElement>(null);
  const focusRow = (index: number, target: 'button' | 'field') =>
    setTimeout(() => {
      const rows = [...(frame.current?.querySelector('ol')?.children ?? [])];
      const row = rows[Math.min(index, rows.length - 1)];
      const selector = target === 'field' ? 'input, textarea' : 'button:not([disabled])';
      // Without rows only the add button is left.
      (row ?? frame.current)?.querySelector<HTMLElement>(row ? selector : 'button')?.focus();
    });
  return { frame, focusRow };
};

/** A list whose entries are forms: added, removed and sorted by mouse or keys. */
export const EntryList = (props: ListProps) => {
  const { noun, value, readOnly, context, onChange, Form, newEntry, fieldsOfEntry } = props;
  const { titleOf = () => '', normalizeEntry = (entry) => entry } = props;
  const { frame, focusRow } = useRowFocus();
  const items = entriesOf(value);
  const updateEntry = (index: number, entry: Settings, changeKey: string) =>
    onChange(
      items.map((old, at) => (at === index ? normalizeEntry(entry, old) : old)),
      `${index} ${changeKey}`,
    );
  const entryTitle = (entry: Settings, index: number) =>
    titleOf(entry) || `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`;
  const add = () => {
    onChange([...items, newEntry(items)], `add ${items.length}`);
    focusRow(items.length, 'field');
  };
  return (
    <div ref={frame}>
      <ol className="bot-rows" aria-label={props.field.title}>
        {items.map((entry, index) => (
          <Row
            // Entries have no ids: they are identified by their position.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            {...{ noun, index, readOnly, count: items.length, title: entryTitle(entry, index) }}
            onMove={(to) => {
              onChange(moveItem(items, index, to), `move ${index} ${to}`);
              focusRow(to, 'button');
            }}
            onRemove={() => {
              const remaining = items.filter((_item, at) => at !== index);
              onChange(remaining, `remove ${items.length}`);
              focusRow(index, 'button');
            }}
          >
            <Form
              {...{ readOnly, context, settings: entry, fields: fieldsOfEntry(entry) }}
              onChange={(next, changeKey) => updateEntry(index, next, changeKey)}
            />
          </Row>
        ))}
      </ol>
      {items.length === 0 && readOnly && <Box color="text-body-secondary">None.</Box>}
      {!readOnly && <Button onClick={add}>Add {noun}</Button>}
    </div>
  );
};

export const RowsControl = (props: ControlProps) => {
  const shape = shapeOf(props.field);
  return (
    <EntryList
      {...props}
      noun="entry"
      newEntry={() => defaultsOf(shape)}
      fieldsOfEntry={(entry) => fieldsOf(shape, entry)}
    />
  );
};

const object = settings.catch({});

/** A group of settings; without any of them the group is absent. */
export const GroupControl = ({ field, value, onChange, Form, ...rest }: ControlProps) => {
  const groupSettings = object.parse(value ?? {});
  const updateGroup = (next: Settings, changeKey: string) =>
    onChange(field.optional && Object.keys(next).length === 0 ? undefined : next, changeKey);
  return (
    <ExpandableSection
      headerText={field.title}
      defaultExpanded={Object.keys(groupSettings).length > 0}
    >
      <Form
        {...rest}
        fields={fieldsOf(shapeOf(field), groupSettings)}
        settings={groupSettings}
        onChange={updateGroup}
      />
    </ExpandableSection>
  );
};
