import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod';
import { commaList } from '#lib/kernel/page.ts';

/** A page number in an address; the first page if invalid. */
export const pageParam = z.coerce.number().int().min(1).max(1_000_000).catch(1);

/** A page size in an address; undefined if absent or invalid: the user's preference applies. */
export const sizeParam = z.coerce.number().int().min(1).max(100).optional().catch(undefined);

/** One of the values, or undefined. */
export const choiceParam = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).optional().catch(undefined);

/** Some of the values, or undefined. */
export const choicesParam = <const T extends readonly [string, ...string[]]>(values: T) =>
  commaList(z.enum(values)).optional().catch(undefined);

/** A text, or undefined. */
export const textParam = z.string().min(1).max(5000).optional().catch(undefined);

/** A change of the address's parameters. */
export type Patch<S extends z.ZodObject> = {
  [K in keyof z.output<S>]?: z.output<S>[K] | undefined;
};

/** Parameters of an address with values that the page does not know and ignores. */
export const ignoredParamsOf = <S extends z.ZodObject>(
  params: URLSearchParams,
  state: z.output<S>,
  names: readonly (keyof z.output<S> & string)[],
): { name: string; text: string }[] =>
  names.flatMap((name) => {
    const text = params.get(name);
    return text && state[name] === undefined ? [{ name, text }] : [];
  });

/**
 * A page's state in its address, parsed by the page's own schema. A patch sets the parameters that
 * it contains, and removes those that are undefined.
 */
export const useUrlState = <S extends z.ZodObject>(
  schema: S,
): [z.output<S>, (patch: Patch<S>) => void] => {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => schema.parse(Object.fromEntries(params)), [schema, params]);
  const change = useCallback(
    (patch: Patch<S>) =>
      setParams((previous) => {
        const next = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(patch)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      }),
    [setParams],
  );
  return [state, change];
};
