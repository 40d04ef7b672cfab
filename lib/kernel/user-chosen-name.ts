import type * as z from 'zod';

/**
 * The rules of user-chosen names and aliases, with one message each, in the order in which they are
 * reported. `label` is the field's name for users; no name may start with `prefix`.
 */
export const userChosenName = (text: z.ZodString, label: string, prefix: string): z.ZodString =>
  text
    .min(1, `Please enter ${label}`)
    .min(3, `The ${label} needs 3 to 100 characters.`)
    .max(100, `The ${label} needs 3 to 100 characters.`)
    .regex(/^\S(.*\S)?$/s, `The ${label} cannot start or end with a space.`)
    .regex(/^(?!.*\s\s)/s, `The ${label} cannot contain two spaces in a row.`)
    .regex(/^[A-Za-z0-9 -]*$/, 'Use letters, digits, hyphens and spaces only.')
    .regex(
      /^[A-Za-z0-9](.*[A-Za-z0-9])?$/,
      `The ${label} must start and end with a letter or digit.`,
    )
    .regex(new RegExp(`^(?!${prefix})`, 'i'), `The ${label} cannot start with '${prefix}'.`);
