import '@testing-library/jest-dom';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type * as z from 'zod';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { controlNames, fieldsOf } from '#web/pages/bots/fields/fields.ts';
import { labelsOf, openNodeForm, openSettingsForm } from './node-form.tsx';

afterEach(cleanup);

const kinds = Object.keys(nodeSettings) as NodeKind[];

const controlOf = (schema: z.ZodType): unknown => schema.meta()?.['control'];

describe('the settings form of a node', () => {
  it.each(kinds)('has a field for each initial setting of kind %s', (kind) => {
    const { shape } = nodeSettings[kind];
    const titles = fieldsOf(shape, {}).map(({ title, optional, needed }) =>
      optional && !needed ? `${title} - optional` : title,
    );
    const labels = labelsOf(openNodeForm(kind).wrapper);
    for (const title of titles) expect(labels).toContain(title);
  });

  it.each<[NodeKind, string[]]>([
    ['condition', ['Decide by', 'Expression']],
    ['delay', ['Wait', 'How long', 'Unit']],
    [
      'loop',
      ['Repeat', 'Items', 'Iterations at once', 'Maximum iterations', 'When an iteration fails'],
    ],
    ['parallel', ['When a branch fails']],
    ['note', ['Text']],
    ['merge', []],
  ])('shows the labels of kind %s', (kind, labels) => {
    expect(labelsOf(openNodeForm(kind).wrapper)).toEqual(labels);
  });

  it('supports every control that a schema names', () => {
    const schemas = [...kinds.map((kind) => nodeSettings[kind].shape), nodePolicy.shape].flatMap(
      (shape) => Object.values<z.ZodType>(shape),
    );
    const neededControls = schemas.map(controlOf).filter((control) => control !== undefined);
    expect(
      neededControls.filter((control) => !controlNames.some((one) => one === control)),
    ).toEqual([]);
  });

  it('shows the limits of a number and stores numbers', () => {
    const { wrapper, settings } = openNodeForm('approval');
    const field = wrapper
      .findAllFormFields()
      .find((one) => /required/.test(one.getElement().innerHTML));
    expect(field?.findConstraint()?.getElement()).toHaveTextContent('A whole number from 1 to 50.');
    const input = field?.findControl()?.findInput();
    act(() => input?.setInputValue('3'));
    expect(settings()['approvals_required']).toBe(3);
    act(() => input?.setInputValue(''));
    expect(settings()).not.toHaveProperty('approvals_required');
  });

  it('offers the values of an enumeration by label', () => {
    const { wrapper, settings } = openNodeForm('loop');
    const select = wrapper.findSelect();
    act(() => select?.openDropdown());
    const options = select
      ?.findDropdown()
      .findOptions()
      .map((one) => one.getElement().textContent);
    expect(options).toEqual(['List', 'Count', 'While']);
    act(() => select?.selectOptionByValue('count'));
    expect(settings()['loop_type']).toBe('count');
  });

  it('shows a field only where it applies and keeps its value when hidden', () => {
    const { wrapper, settings } = openNodeForm('delay');
    act(() => wrapper.findTextarea()?.setTextareaValue('90'));
    act(() => wrapper.findSelect()?.openDropdown());
    act(() => wrapper.findSelect()?.selectOptionByValue('until'));
    expect(labelsOf(wrapper)).toEqual(['Wait', 'Until']);
    act(() => wrapper.findSelect()?.openDropdown());
    act(() => wrapper.findSelect()?.selectOptionByValue('duration'));
    expect(labelsOf(wrapper)).toEqual(['Wait', 'How long', 'Unit']);
    expect(settings()['seconds']).toBe(90);
  });

  it('shows the defaults of absent settings without storing the defaults', () => {
    const { wrapper, settings } = openNodeForm('http_request', false, {});
    const method = wrapper.findSelect()?.findTrigger().getElement();
    expect(method).toHaveTextContent('GET');
    expect(screen.getByLabelText('Timeout')).toHaveAttribute('placeholder', '30');
    expect(settings()).toEqual({});
  });

  it('shows the unit of a number', () => {
    const { wrapper } = openSettingsForm(nodePolicy.shape);
    const field = wrapper
      .findAllFormFields()
      .find((one) => one.findLabel()?.getElement().textContent === 'Wait before a retry');
    expect(field?.findControl()?.getElement()).toHaveTextContent('seconds');
    expect(field?.findConstraint()?.getElement()).toHaveTextContent(
      'A whole number from 1 to 3,600.',
    );
  });

  it('offers listeners by name and no listener', () => {
    const { wrapper, settings } = openNodeForm('start', false, { trigger_type: 'event_driven' });
    const select = wrapper.findAllSelects().at(-1);
    act(() => select?.openDropdown());
    act(() => select?.selectOptionByValue('lst_1'));
    expect(settings()['listener_id']).toBe('lst_1');
    act(() => select?.openDropdown());
    act(() => select?.selectOption(1));
    expect(settings()).not.toHaveProperty('listener_id');
  });

  it('stores whole seconds as a number and other text as an expression', () => {
    const { wrapper, settings } = openNodeForm('delay');
    act(() => wrapper.findTextarea()?.setTextareaValue('90'));
    expect(settings()['seconds']).toBe(90);
    act(() => wrapper.findTextarea()?.setTextareaValue('{% $event.wait %}'));
    expect(settings()['seconds']).toBe('{% $event.wait %}');
  });

  it('inserts a value at the end of the expression', () => {
    const { wrapper, settings } = openNodeForm('condition');
    act(() => wrapper.findTextarea()?.setTextareaValue('{% 1 = %}'));
    const menu = wrapper.findButtonDropdown();
    act(() => menu?.openDropdown());
    act(() => menu?.findItemById('$event')?.click());
    expect(settings()['expression']).toBe('{% 1 = $event %}');
  });

  it('stores lists of texts and headers', async () => {
    const approval = openNodeForm('approval');
    await userEvent.click(screen.getAllByRole('button', { name: 'Add' })[0] ?? document.body);
    await userEvent.type(screen.getByLabelText('Approvers 1'), 'a@example.com');
    expect(approval.settings()['approvers']).toEqual(['a@example.com']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove a@example.com' }));
    expect(approval.settings()['approvers']).toEqual([]);
    cleanup();
    const request = openNodeForm('http_request');
    await userEvent.click(screen.getByRole('button', { name: 'Add header' }));
    expect(request.settings()['headers']).toEqual([{ name: '', value: '' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove header 1' }));
    expect(request.settings()['headers']).toEqual([]);
  });

  it('shows the message of the schema after focus leaves the field', async () => {
    const { wrapper } = openNodeForm('condition');
    const error = () => wrapper.findAllFormFields()[1]?.findError()?.getElement().textContent ?? '';
    expect(error()).toBe('');
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.tab();
    // The focus moves to the button that inserts values: the field is still being edited.
    expect(error()).toBe('');
    await userEvent.tab();
    expect(error()).toContain('Enter an expression.');
    act(() => wrapper.findTextarea()?.setTextareaValue('{% 1 + %}'));
    expect(error()).toContain('cannot be read');
    act(() => wrapper.findTextarea()?.setTextareaValue('{% 1 = 1 %}'));
    expect(error()).toBe('');
  });

  it('allows no changes in read-only mode', () => {
    const { wrapper } = openNodeForm('http_request', true);
    expect(wrapper.findTextarea()?.findNativeTextarea().getElement()).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: 'Add header' })).toBeNull();
    expect(wrapper.findButtonDropdown()).toBeNull();
  });
});

describe('the form of a Start node triggered by findings', () => {
  it('offers rules, severities, results and accounts with their defaults', () => {
    const { wrapper, settings } = openNodeForm('start', false, {
      trigger_type: 'compliance_finding',
    });
    expect(labelsOf(wrapper)).toEqual([
      'Trigger',
      expect.stringContaining('Compliance rules'),
      expect.stringContaining('Severities'),
      'Result',
      expect.stringContaining('Scanned accounts'),
      'Starts for findings',
    ]);
    // Defaults that apply without a choice are shown as chosen.
    const checkedLabels = wrapper
      .findAllCheckboxes()
      .filter((one) => one.findNativeInput().getElement().checked)
      .map((one) => one.findLabel().getElement().textContent);
    expect(checkedLabels).toEqual(['Failed (Critical)']);
    const rules = wrapper.findMultiselect();
    rules?.openDropdown();
    rules?.selectOptionByValue('aws-s3-logged', { expandToViewport: true });
    expect(settings()['rules']).toEqual(['aws-s3-logged']);
    rules?.selectOptionByValue('aws-s3-logged', { expandToViewport: true });
    expect(settings()['rules']).toEqual([]);
  });
});
