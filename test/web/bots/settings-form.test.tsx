import '@testing-library/jest-dom';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { useState } from 'react';
import type { NodeKind } from '#lib/domain/bots/node.schema.ts';
import { problemOf } from '#lib/engine/expression.ts';
import { defaultSettings } from '#web/pages/bots/editor/canonical.ts';
import type { FieldContext } from '#web/pages/bots/fields/control.ts';
import { fieldsOf } from '#web/pages/bots/fields/fields.ts';
import { SettingsForm } from '#web/pages/bots/fields/settings-form.tsx';

const context: FieldContext = {
  listeners: {
    options: [{ value: 'lst_1', label: 'Alarms' }],
    statusType: 'finished',
    retry: () => undefined,
  },
  problemOf,
  references: [{ label: 'Event or input', code: '$event' }],
};

/** The form of a kind, and what its settings are by now. */
const open = (kind: NodeKind, readOnly = false) => {
  let latest = defaultSettings(kind);
  const Form = () => {
    const [settings, setSettings] = useState(latest);
    return (
      <SettingsForm
        kind={kind}
        settings={settings}
        readOnly={readOnly}
        context={context}
        onChange={(next) => {
          latest = next;
          setSettings(next);
        }}
      />
    );
  };
  const { container } = render(<Form />);
  return { wrapper: createWrapper(container), settings: () => latest };
};

afterEach(cleanup);

const labelsOf = (wrapper: ReturnType<typeof open>['wrapper']) =>
  wrapper.findAllFormFields().map((field) => field.findLabel()?.getElement().textContent);

describe('the form of a node', () => {
  it.each<[NodeKind, string[]]>([
    ['start', ['Trigger', 'Listener - optional']],
    ['condition', ['Expression']],
    ['delay', ['Seconds to wait']],
    [
      'approval',
      ['Approvers', 'Approvals required', 'Expires after', 'Message', 'Resources - optional'],
    ],
    ['http_request', ['Method', 'URL', 'Headers', 'Body - optional', 'Timeout']],
    ['note', ['Text']],
  ])('of kind %s has a field for each of its settings', (kind, labels) => {
    const shown = labelsOf(open(kind).wrapper).filter((label) => label !== undefined);
    expect(shown).toEqual(labels);
    expect(fieldsOf(kind)).toHaveLength(labels.length);
  });

  it('says so where a kind has no settings', () => {
    open('end');
    expect(screen.getByText('This kind of node has no settings.')).toBeInTheDocument();
  });

  it('says the limits of a number, and takes numbers from it', () => {
    const { wrapper, settings } = open('approval');
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

  it('offers the values of an enumeration in words', () => {
    const { wrapper, settings } = open('start');
    const select = wrapper.findSelect();
    act(() => select?.openDropdown());
    const options = select
      ?.findDropdown()
      .findOptions()
      .map((one) => one.getElement().textContent);
    expect(options).toEqual(['On demand', 'Event driven']);
    act(() => select?.selectOptionByValue('event_driven'));
    expect(settings()['trigger_type']).toBe('event_driven');
  });

  it('offers listeners by name, and none', () => {
    const { wrapper, settings } = open('start');
    const select = wrapper.findAllSelects()[1];
    act(() => select?.openDropdown());
    act(() => select?.selectOptionByValue('lst_1'));
    expect(settings()['listener_id']).toBe('lst_1');
    act(() => select?.openDropdown());
    act(() => select?.selectOption(1));
    expect(settings()).not.toHaveProperty('listener_id');
  });

  it('takes whole seconds as a number and anything else as an expression', () => {
    const { wrapper, settings } = open('delay');
    act(() => wrapper.findTextarea()?.setTextareaValue('90'));
    expect(settings()['seconds']).toBe(90);
    act(() => wrapper.findTextarea()?.setTextareaValue('{% $event.wait %}'));
    expect(settings()['seconds']).toBe('{% $event.wait %}');
  });

  it('inserts a value where the expression ends', () => {
    const { wrapper, settings } = open('condition');
    act(() => wrapper.findTextarea()?.setTextareaValue('{% 1 = %}'));
    const menu = wrapper.findButtonDropdown();
    act(() => menu?.openDropdown());
    act(() => menu?.findItemById('$event')?.click());
    expect(settings()['expression']).toBe('{% 1 = $event %}');
  });

  it('keeps lists of texts and of headers', () => {
    const approval = open('approval');
    act(() => approval.wrapper.findAttributeEditor()?.findAddButton().click());
    act(() =>
      approval.wrapper
        .findAttributeEditor()
        ?.findRow(1)
        ?.findField(1)
        ?.findControl()
        ?.findInput()
        ?.setInputValue('a@example.com'),
    );
    expect(approval.settings()['approvers']).toEqual(['a@example.com']);
    cleanup();
    const request = open('http_request');
    act(() => request.wrapper.findAttributeEditor()?.findAddButton().click());
    expect(request.settings()['headers']).toEqual([{ name: '', value: '' }]);
    act(() => request.wrapper.findAttributeEditor()?.findRow(1)?.findRemoveButton()?.click());
    expect(request.settings()['headers']).toEqual([]);
  });

  it("says once a field is left what is wrong, in its schema's own words", async () => {
    const { wrapper } = open('condition');
    const error = () => wrapper.findFormField()?.findError()?.getElement().textContent ?? '';
    expect(error()).toBe('');
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.tab();
    expect(error()).toContain('Enter an expression.');
    act(() => wrapper.findTextarea()?.setTextareaValue('{% 1 + %}'));
    expect(error()).toContain('cannot be read');
    act(() => wrapper.findTextarea()?.setTextareaValue('{% 1 = 1 %}'));
    expect(error()).toBe('');
  });

  it('can be looked at without being changed', () => {
    const { wrapper } = open('http_request', true);
    expect(wrapper.findTextarea()?.findNativeTextarea().getElement()).toHaveAttribute('readonly');
    expect(wrapper.findAttributeEditor()?.findAddButton()).toBeNull();
    expect(wrapper.findButtonDropdown()).toBeNull();
  });
});
