import '@testing-library/jest-dom';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import * as z from 'zod';
import { conditionSettings } from '#lib/domain/bots/nodes/condition.schema.ts';
import { userInputSettings } from '#lib/domain/bots/nodes/user-input.schema.ts';
import { labelsOf, openSettingsForm } from './node-form.tsx';

afterEach(cleanup);

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Chooses an option of the n-th field with this label, by default the first. */
const choose = (label: string, value: string, nth = 0) => {
  const fields = createWrapper(document.body)
    .findAllFormFields()
    .filter((field) => field.findLabel()?.getElement().textContent === label);
  const select = fields[nth]?.findControl()?.findSelect();
  act(() => select?.openDropdown());
  act(() => select?.selectOptionByValue(value));
};

describe('the rules of a condition', () => {
  const openRules = () =>
    openSettingsForm(conditionSettings.shape, false, { mode: 'rules', match: 'all', rules: [] });

  it('are added with the operators of their type', async () => {
    const { wrapper, settings } = openRules();
    await press('Add rule');
    expect(settings()['rules']).toEqual([
      { value: '', type: 'text', operator: 'equals', compare: '' },
    ]);
    choose('Type', 'number');
    choose('Operator', 'less');
    expect(settings()['rules']).toMatchObject([{ type: 'number', operator: 'less' }]);
    expect(labelsOf(wrapper)).toContain('Compared with');
  });

  it('take the first operator of a new type and hide an unused comparison', async () => {
    const { wrapper, settings } = openRules();
    await press('Add rule');
    choose('Type', 'boolean');
    expect(settings()['rules']).toMatchObject([{ type: 'boolean', operator: 'is_true' }]);
    expect(labelsOf(wrapper)).not.toContain('Compared with');
  });

  it('show the unit "days" for an operator that counts days', async () => {
    const { wrapper } = openRules();
    await press('Add rule');
    choose('Type', 'date');
    choose('Operator', 'older_than_days');
    const compared = wrapper.findAllFormFields().at(-1)?.findControl()?.getElement();
    expect(compared).toHaveTextContent('days');
  });

  it('show a problem after focus leaves the field', async () => {
    openRules();
    await press('Add rule');
    await userEvent.click(screen.getAllByRole('textbox')[0] ?? document.body);
    // The button that inserts a value belongs to the field.
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.getByText('Enter the value to compare.')).toBeInTheDocument();
  });
});

const openThreeRules = () =>
  openSettingsForm(conditionSettings.shape, false, {
    mode: 'rules',
    match: 'all',
    rules: ['a', 'b', 'c'].map((value) => ({
      value,
      type: 'text',
      operator: 'is_empty',
      compare: '',
    })),
  });

const valuesIn = (settings: Readonly<Record<string, unknown>>): string[] =>
  conditionSettings.parse(settings).rules.map(({ value }) => value);

describe('the entries of a list', () => {
  it('are moved with the keyboard and keep the focus', async () => {
    const { settings, parts } = openThreeRules();
    act(() => screen.getByRole('button', { name: 'Move rule 3 up' }).focus());
    await userEvent.keyboard('{Enter}');
    expect(valuesIn(settings())).toEqual(['a', 'c', 'b']);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Move rule 2 up' })).toHaveFocus(),
    );
    await userEvent.keyboard('{Enter}');
    expect(valuesIn(settings())).toEqual(['c', 'a', 'b']);
    expect(parts).toEqual(['rules move 2 1', 'rules move 1 0']);
  });

  it('cannot be moved beyond the ends of the list', () => {
    openThreeRules();
    expect(screen.getByRole('button', { name: 'Move rule 1 up' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Move rule 3 down' })).toBeDisabled();
  });

  it('are removed, with the focus kept in the list', async () => {
    const { settings } = openThreeRules();
    await press('Remove rule 2');
    expect(valuesIn(settings())).toEqual(['a', 'c']);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Move rule 2 up' })).toHaveFocus(),
    );
    await press('Remove rule 1');
    await press('Remove rule 1');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add rule' })).toHaveFocus());
  });

  it('are changed separately, each field as its own change', async () => {
    const { settings, parts } = openThreeRules();
    const value = screen.getAllByRole('textbox')[1] ?? document.body;
    await userEvent.type(value, 'x');
    expect(valuesIn(settings())).toEqual(['a', 'bx', 'c']);
    expect(parts).toEqual(['rules 1 value']);
  });

  it('cannot be changed in a read-only form', () => {
    openSettingsForm(conditionSettings.shape, true, { mode: 'rules', rules: [] });
    expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull();
    expect(screen.getByText('None.')).toBeInTheDocument();
  });
});

describe('the inputs of a User input node', () => {
  const openInputs = () => openSettingsForm(userInputSettings.shape);
  const inputs = (settings: Readonly<Record<string, unknown>>) => settings['inputs'];

  it('get unique ids and use their labels as titles', async () => {
    const { settings } = openInputs();
    await press('Add input');
    await userEvent.keyboard('x');
    await press('Add input');
    expect(inputs(settings())).toMatchObject([{ id: 'input_1x' }, { id: 'input_2' }]);
    await userEvent.type(screen.getAllByLabelText(/Label/)[0] ?? document.body, 'Region');
    expect(screen.getByText('Region', { selector: '.bot-row-title *' })).toBeInTheDocument();
  });

  it('have options only when the type is a selection', async () => {
    const { wrapper } = openInputs();
    await press('Add input');
    expect(labelsOf(wrapper)).not.toContain('Options');
    choose('Type', 'select');
    expect(labelsOf(wrapper)).toContain('Options');
  });

  it('have a default of their type, which is removed when the type changes', async () => {
    const { settings } = openInputs();
    await press('Add input');
    choose('Type', 'boolean');
    choose('Default value - optional', 'true');
    expect(inputs(settings())).toMatchObject([{ default_value: true }]);
    choose('Type', 'number');
    expect(inputs(settings())).not.toMatchObject([{ default_value: true }]);
    await userEvent.type(screen.getByLabelText(/Default value/), '5');
    expect(inputs(settings())).toMatchObject([{ default_value: 5 }]);
    choose('Type', 'text');
    await userEvent.type(screen.getByLabelText(/Default value/), '007');
    expect(inputs(settings())).toMatchObject([{ default_value: '007' }]);
  });

  it('store the limits of their type as the schema requires', async () => {
    const { settings } = openInputs();
    await press('Add input');
    choose('Type', 'number');
    await press('Limits');
    await userEvent.type(screen.getByLabelText(/Min/), '3');
    expect(inputs(settings())).toMatchObject([{ advance: { value_validation: { min: 3 } } }]);
    await userEvent.clear(screen.getByLabelText(/Min/));
    expect(JSON.stringify(inputs(settings()))).not.toContain('advance');
  });
});

describe('the form fields for other kinds of schema', () => {
  const shape = {
    channels: z.array(z.enum(['mail', 'chat'])).default([]),
    code: z.string().default('').meta({ title: 'Code', control: 'code' }),
    integration: z.unknown().optional().meta({ title: 'Integration', control: 'integration' }),
    node_id: z.string().optional().meta({ title: 'Node', control: 'node' }),
    share: z.number().min(0.5).optional(),
    hosts: z.array(z.strictObject({ name: z.string().default('') })).default([]),
    proxy: z.strictObject({ address: z.string().optional() }).optional(),
    odd: z.string().optional().meta({ control: 'no such control' }),
  };

  it('accept choices, typed values and list entries', async () => {
    const { settings, wrapper } = openSettingsForm(shape);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Chat/ }));
    choose('Integration - optional', 'int_1');
    choose('Node - optional', 'Fetch hosts');
    await waitFor(() => expect(wrapper.findCodeEditor()).not.toBeNull());
    wrapper.findCodeEditor()?.setValue('result = 1');
    await userEvent.type(screen.getByLabelText(/Share/), '0.7');
    await press('Add entry');
    await userEvent.type(screen.getByLabelText(/Name/), 'db');
    await press('Proxy');
    await userEvent.type(screen.getByLabelText(/Address/), 'p');
    await userEvent.type(screen.getByLabelText(/Odd/), 'o');
    expect(settings()).toEqual({
      channels: ['chat'],
      code: 'result = 1',
      integration: { type: 'slack', id: 'int_1' },
      node_id: 'Fetch hosts',
      share: 0.7,
      hosts: [{ name: 'db' }],
      proxy: { address: 'p' },
      odd: 'o',
    });
    await userEvent.clear(screen.getByLabelText(/Address/));
    expect(settings()).not.toHaveProperty('proxy');
  });
});
