import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod';
import { commaList } from '#lib/kernel/page.ts';

/** A page number in an address; nonsense is the first page. */
export const pageParam = z.coerce.number().int().min(1).max(1_000_000).catch(1);

/** A page size in an address; absent, or nonsense, leaves it to the user's preference. */
export const sizeParam = z.coerce.number().int().min(1).max(100).optional().catch(undefined);

/** One of the values, or none. */
export const choiceParam = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).optional().catch(undefined);

/** Some of the values, or none. */
export const choicesParam = <const T extends readonly [string, ...string[]]>(values: T) =>
  commaList(z.enum(values)).optional().catch(undefined);

/** Some text, or none. */
export const textParam = z.string().min(1).max(5000).optional().catch(undefined);

/** What changes of an address. */
export type Patch<S extends z.ZodObject> = {
  [K in keyof z.output<S>]?: z.output<S>[K] | undefined;
};

/** Parameters of an address whose values the page does not know, and goes without. */
export const ignoredIn = <S extends z.ZodObject>(
  params: URLSearchParams,
  state: z.output<S>,
  names: readonly (keyof z.output<S> & string)[],
): { name: string; text: string }[] =>
  names.flatMap((name) => {
    const text = params.get(name);
    return text && state[name] === undefined ? [{ name, text }] : [];
  });

/**
 * The state of a page that lives in its address, read by the page's own schema. A patch sets what
 * it names, and removes what it sets to undefined.
 */
export const useUrlState = <S extends z.ZodObject>(
  schema: S,
): [z.output<S>, (patch: Patch<S>) => void] => {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => schema.parse(Object.fromEntries(params)), [schema, params]);
  const change = useCallback(
    (patch: Patch<S>) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(patch)) {
          if (value === undefined || value === '') after.delete(name);
          else after.set(name, String(value));
        }
        return after;
      }),
    [setParams],
  );
  return [state, change];
};
