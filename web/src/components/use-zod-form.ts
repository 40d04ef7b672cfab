import { useCallback, useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import type { ApiError } from '#web/api/api-error.ts';

export type ZodForm<In extends object, Out> = {
  values: In;
  set: <K extends keyof In>(name: K, value: In[K]) => void;
  /** Marks a field, named like `a.b.0`, as visited: from now on its error is shown. */
  touch: (path: string) => void;
  /** The error text to show below the field. */
  errorOf: (path: string) => string | undefined;
  /**
   * Parses the values; calls `save` with the output, or shows every error and focuses the first
   * field with one.
   */
  submit: (save: (output: Out) => unknown) => void;
  /** Shows the errors of a rejected call at the fields that it names. */
  refuse: (error: ApiError) => void;
  /**
   * Errors of a rejected call that belong to none of the form's fields: see `FormRefusal`.
   */
  unplaced: readonly string[] | undefined;
  /** Whether any value differs from its initial one. */
  dirty: boolean;
  /** Callback `ref` of an element around the form's fields, in which errors are looked for. */
  fieldsRef: (element: HTMLElement | null) => void;
};

type Refusals = Readonly<Record<string, string>>;

/**
 * `focusFirstError` moves the focus to the first invalid field once the fields are marked. Errors
 * in `refusals` that no field shows are `unplaced`.
 */
const useErrorFocus = (refusals: Refusals) => {
  const [focusRequests, setFocusRequests] = useState(0);
  const element = useRef<HTMLElement>(null);
  const fieldsRef = useCallback((fields: HTMLElement | null) => {
    element.current = fields;
  }, []);
  useEffect(() => {
    if (focusRequests > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [focusRequests]);
  const [unplaced, setUnplaced] = useState<readonly string[]>();
  useEffect(() => {
    const visibleText = element.current?.textContent ?? '';
    const hiddenErrors = Object.values(refusals).filter(
      (sentence) => !visibleText.includes(sentence),
    );
    setUnplaced(hiddenErrors.length > 0 ? [...new Set(hiddenErrors)] : undefined);
  }, [refusals]);
  return { fieldsRef, unplaced, focusFirstError: () => setFocusRequests((times) => times + 1) };
};

/**
 * A form validated by the schema that also parses its call: one rule and one message, on both
 * sides.
 */
export const useZodForm = <In extends object, Out>(
  schema: z.ZodType<Out, In>,
  initial: In,
): ZodForm<In, Out> => {
  const [start] = useState(initial);
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set());
  const [refusals, setRefusals] = useState<Refusals>({});
  const { fieldsRef, unplaced, focusFirstError } = useErrorFocus(refusals);
  const result = schema.safeParse(values);

  const errorOf = (path: string) => {
    if (refusals[path]) return refusals[path];
    if (touched !== 'all' && !touched.has(path)) return undefined;
    return result.error?.issues.find((issue) => issue.path.join('.') === path)?.message;
  };
  return {
    values,
    set: (name, value) => {
      setValues((previous) => ({ ...previous, [name]: value }));
      setRefusals({});
    },
    touch: (path) => {
      if (touched !== 'all') setTouched(new Set([...touched, path]));
    },
    errorOf,
    submit: (save) => {
      setTouched('all');
      if (result.success) save(result.data);
      else focusFirstError();
    },
    refuse: ({ field, message, detail }) => {
      const errors = detail.map(({ msg, loc }) => [loc.join('.'), msg]);
      setRefusals({ ...Object.fromEntries(errors), ...(field && { [field]: message }) });
      focusFirstError();
    },
    unplaced,
    dirty: JSON.stringify(values) !== JSON.stringify(start),
    fieldsRef,
  };
};

/** The props of a control for one field of a form. */
export const fieldOf = <In extends object, Out, K extends keyof In & string>(
  form: ZodForm<In, Out>,
  name: K,
) => ({
  value: form.values[name],
  onChange: (value: In[K]) => form.set(name, value),
  onBlur: () => form.touch(name),
  error: form.errorOf(name),
});
