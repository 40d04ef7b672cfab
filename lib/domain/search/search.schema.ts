import * as z from 'zod';

/** What is found, in the order shown. */
export const searchKinds = [
  'bot',
  'app',
  'run',
  'listener',
  'integration',
  'action',
  'rule',
  'user',
  'dashboard',
  'resource',
] as const;
export const searchKind = z.enum(searchKinds);
export type SearchKind = z.infer<typeof searchKind>;

/** Of each kind so many are answered. */
export const mostHits = 6;

/** What is looked for: each word of it has to occur. */
export const soughtText = z
  .string('Enter what to look for.')
  .trim()
  .min(2, 'Enter at least 2 characters.')
  .max(100, 'Enter at most 100 characters.');

/** Something that was found, and where it opens. */
export const hit = z.object({
  id: z.string(),
  title: z.string(),
  /** What tells it from others of the same name. */
  subtitle: z.string(),
  /** Of a run: when it was started. */
  at: z.string().optional(),
  /** Its address in the console. */
  link: z.string(),
});
export type Hit = z.infer<typeof hit>;

export const hitGroup = z.object({
  kind: searchKind,
  /** The best first. */
  hits: z.array(hit).max(mostHits),
  /** More than these match. */
  more: z.boolean(),
  /** There was more to look at than one search reads: a better match may be missing. */
  partial: z.boolean(),
});
export type HitGroup = z.infer<typeof hitGroup>;

/** The kinds of which something was found; those that the caller may not list are not searched. */
export const searchAnswer = z.object({ groups: z.array(hitGroup) });
export type SearchAnswer = z.infer<typeof searchAnswer>;
