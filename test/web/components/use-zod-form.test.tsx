import { act, renderHook } from '@testing-library/react';
import * as z from 'zod';
import { ApiError } from '#web/api/api-error.ts';
import { useZodForm } from '#web/components/use-zod-form.ts';

const schema = z.object({
  name: z.string().trim().min(3, 'Too short'),
  parts: z.array(z.object({ size: z.coerce.number().min(1, 'Too small') })),
});

const renderForm = () =>
  renderHook(() => useZodForm(schema, { name: '', parts: [{ size: '0' }] })).result;

describe('a form over a schema', () => {
  it('shows the error of a field after the user has left the field', () => {
    const form = renderForm();
    expect(form.current.errorOf('name')).toBeUndefined();
    act(() => form.current.touch('name'));
    expect(form.current.errorOf('name')).toBe('Too short');
    expect(form.current.errorOf('parts.0.size')).toBeUndefined();
  });

  it('shows every error on submit and saves nothing', () => {
    const form = renderForm();
    const save = jest.fn();
    act(() => form.current.submit(save));
    expect(form.current.errorOf('name')).toBe('Too short');
    expect(form.current.errorOf('parts.0.size')).toBe('Too small');
    expect(save).not.toHaveBeenCalled();
  });

  it('saves the values as parsed by the schema', () => {
    const form = renderForm();
    const save = jest.fn();
    act(() => form.current.set('name', ' abc '));
    act(() => form.current.set('parts', [{ size: '2' }]));
    act(() => form.current.submit(save));
    expect(save).toHaveBeenCalledWith({ name: 'abc', parts: [{ size: 2 }] });
  });

  it("shows the server's refusal at its fields until the user changes them", () => {
    const form = renderForm();
    const detail = [{ msg: 'Too large', loc: ['parts', 0, 'size'] }];
    act(() => form.current.refuse(new ApiError(409, 'Taken', 'name', detail)));
    expect(form.current.errorOf('name')).toBe('Taken');
    expect(form.current.errorOf('parts.0.size')).toBe('Too large');
    act(() => form.current.set('name', 'abcd'));
    expect(form.current.errorOf('name')).toBeUndefined();
  });

  it('is dirty only while a value differs from the initial values', () => {
    const form = renderForm();
    expect(form.current.dirty).toBe(false);
    act(() => form.current.set('name', 'abc'));
    expect(form.current.dirty).toBe(true);
    act(() => form.current.set('name', ''));
    expect(form.current.dirty).toBe(false);
  });

  it('moves the focus to the first field with an error', () => {
    jest.useFakeTimers();
    const form = renderForm();
    const fields = document.createElement('div');
    const invalid = '<input id="b" aria-invalid="true"><input aria-invalid="true">';
    fields.innerHTML = `<input id="a">${invalid}`;
    document.body.append(fields);
    act(() => form.current.fieldsRef(fields));
    act(() => form.current.submit(() => {}));
    act(() => jest.runAllTimers());
    expect(document.activeElement?.id).toBe('b');
    fields.remove();
    jest.useRealTimers();
  });
});
