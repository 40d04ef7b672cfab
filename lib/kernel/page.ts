import * as z from 'zod';
import { limits } from './limits.ts';

const queryNumber = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^(0|[1-9]\d{0,8})$/)
      .transform(Number),
  ],
  'Give a whole number.',
);

/** A whole number in a query: decimal digits without a sign, blanks or leading zeros. */
export const wholeNumber = (min: number, max: number) =>
  queryNumber.pipe(z.number().int().min(min).max(max));

/**
 * Several values in one query parameter, `a,b`, each once; the schema validates each value.
 * Programs may also pass a list. The parameter itself is never repeated.
 */
export const commaList = <T extends z.ZodType<string, string>>(value: T) =>
  z.preprocess((input: z.input<T> | readonly z.input<T>[]): unknown => {
    const values = typeof input === 'string' ? input.split(',') : input;
    return Array.isArray(values) ? [...new Set(values)] : values;
  }, z.array(value).min(1).max(limits.valuesPerFilter));

const pageQueryUpTo = (maxSize: number) => ({
  number_of_items: wholeNumber(1, maxSize).default(10),
  page_number: wholeNumber(1, 1_000_000).optional(),
  next: z.string().max(2000).optional(),
});

/** Shared by most lists, so that it is built only once. */
const defaultPageQuery = pageQueryUpTo(limits.pageSize);

/** The query fields of every list. `next` is the sealed cursor of the previous page. */
export const pageQuery = (maxSize: number = limits.pageSize) =>
  maxSize === limits.pageSize ? defaultPageQuery : pageQueryUpTo(maxSize);

const nextPage = z.string().optional();

/**
 * The response of every list. `next` is present if there may be more, and requests the next page: a
 * full page may be the last, and a short page with `next` ended because its filter skipped many
 * items.
 */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: nextPage });

export type PageRequest = { number_of_items: number; page_number?: number; next?: string };
export type Page<T> = { items: T[]; next?: string };

/** A search text: a literal, case-insensitive substring of letters, digits, hyphens and blanks. */
export const searchText = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, ' '))
  .pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9 -]*$/, 'Special characters are not allowed')
      .min(2, 'Enter at least 2 characters.')
      .max(100),
  );
