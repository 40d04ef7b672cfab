import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import createWrapper, { type ElementWrapper } from '@cloudscape-design/components/test-utils/dom';
import { useState } from 'react';
import { pathsBelow } from '#lib/kernel/value-paths.ts';
import type { FieldContext } from '#web/pages/bots/fields/control.ts';
import { InsertValue } from '#web/pages/bots/fields/insert-value.tsx';
import { referencesAt } from '#web/pages/bots/editor/document/references.ts';
import { shortText } from '#web/pages/bots/trial/fields-of-value.ts';
import '../configure.ts';
import { draw } from './graph-drawing.ts';

const noChoices = { options: [], statusType: 'finished', retry: () => undefined } as const;

const contextWith = (preview: FieldContext['preview']): FieldContext => ({
  choices: {
    bot: { ...noChoices, options: [] },
    listener: { ...noChoices, options: [] },
    compliance_rules: { ...noChoices, options: [] },
    scanned_integrations: { ...noChoices, options: [] },
    integration: { ...noChoices, options: [] },
    action: { ...noChoices, options: [] },
  },
  nodes: [],
  references: referencesAt(draw('start -> fetch:http_request -> act:http_request'), 'act'),
  preview,
});

const press = (found: ElementWrapper | null) => {
  if (!found) throw new Error('It is not there.');
  fireEvent.click(found.getElement());
};

/** The list of values beside a field, opened at a node's, and the field's current text. */
const openList = async (preview?: FieldContext['preview']) => {
  const context = contextWith(preview);
  let latest = '';
  const Field = () => {
    const [text, setText] = useState('');
    const updateText = (next: string) => {
      latest = next;
      setText(next);
    };
    return (
      <InsertValue title="URL" readOnly={false} {...{ text, context }} onText={updateText}>
        <textarea aria-label="URL" value={text} readOnly />
      </InsertValue>
    );
  };
  const list = createWrapper(render(<Field />).container).findButtonDropdown();
  if (!list) throw new Error('There is no list.');
  const trigger = screen.getByRole('button', { name: 'Insert value into URL' });
  trigger.focus();
  fireEvent.click(trigger);
  const item = (id: string) => list.findItemById(id)?.getElement();
  await waitFor(() => expect(list.findExpandableCategoryById('in $nodes.fetch')).not.toBeNull());
  press(list.findExpandableCategoryById('in $nodes.fetch'));
  const shown = (id: string) => item(id)?.textContent;
  const choose = (id: string) => press(list.findItemById(id));
  return { shown, choose, text: () => latest };
};

describe('the values to insert', () => {
  it('show the fields of the node kind when there is no data', async () => {
    const list = await openList();
    await waitFor(() =>
      expect(list.shown('$nodes.fetch.status')).toMatch(/The HTTP status of the response/),
    );
    list.choose('$nodes.fetch.body');
    await waitFor(() => expect(list.text()).toBe('{% $nodes.fetch.body %}'));
  });

  it('return the focus to the field, after the inserted value', async () => {
    const list = await openList();
    await waitFor(() => expect(list.shown('$nodes.fetch.body')).toBeDefined());
    list.choose('$nodes.fetch.body');
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'URL' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field.selectionStart).toBe('{% $nodes.fetch.body'.length);
    expect(field.selectionEnd).toBe(field.selectionStart);
  });

  it('show the fields and values of the chosen data', async () => {
    const value = { status: 200, body: { hosts: [{ id: 'i-1' }] } };
    const of = async (text: string) => ({
      value: text.includes('fetch') ? value : undefined,
      notes: [],
    });
    const list = await openList({ name: 'the pinned data', of });
    await waitFor(() => expect(list.shown('$nodes.fetch.status')).toMatch(/200/));
    expect(list.shown('$nodes.fetch.body.hosts[0].id')).toMatch(/i-1/);
    list.choose('$nodes.fetch.body.hosts[0].id');
    await waitFor(() => expect(list.text()).toBe('{% $nodes.fetch.body.hosts[0].id %}'));
  });
});

describe('the fields of events to insert', () => {
  it('are the fields stored by the listener when no event is chosen', () => {
    const graph = draw('start -> act:http_request');
    const event = referencesAt(graph, 'act', ['severity', 'hosts[0].`a b`']).find(
      ({ code }) => code === '$event',
    );
    expect(Object.keys(event?.fields ?? {})).toEqual(['severity', 'hosts[0].`a b`']);
    expect(referencesAt(graph, 'act').find(({ code }) => code === '$event')).toEqual({
      label: 'Event or input',
      code: '$event',
    });
  });
});

describe('the paths into a value', () => {
  it('go a few levels deep and put unusual names in backticks', () => {
    const deep = { 'a b': { c: { d: { e: { f: 1 } } } } };
    expect(pathsBelow('$event', deep).map(({ path }) => path)).toEqual([
      '$event.`a b`',
      '$event.`a b`.c',
      '$event.`a b`.c.d',
      '$event.`a b`.c.d.e',
    ]);
  });

  it('are limited for a large value, and long texts are cut', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_one, at) => [`f${at}`, at]));
    expect(pathsBelow('$event', wide)).toHaveLength(60);
    expect(shortText('x'.repeat(500))).toHaveLength(81);
    expect([shortText(undefined), shortText([1])]).toEqual(['(nothing)', '[1]']);
  });
});
