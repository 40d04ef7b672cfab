import * as z from 'zod';

/** The kinds of results, in the order shown. */
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

/** How many results of each kind are returned. */
export const maxHits = 6;

/** The text to search for: each of its words must occur. */
export const searchPhrase = z
  .string('Enter what to look for.')
  .trim()
  .min(2, 'Enter at least 2 characters.')
  .max(100, 'Enter at most 100 characters.');

/** A result, and where it opens. */
export const hit = z.object({
  id: z.string(),
  title: z.string(),
  /** What distinguishes it from others of the same name. */
  subtitle: z.string(),
  /** For a run: when it was started. */
  at: z.string().optional(),
  /** Its path in the console. */
  link: z.string(),
});
export type Hit = z.infer<typeof hit>;

export const hitGroup = z.object({
  kind: searchKind,
  /** The best first. */
  hits: z.array(hit).max(maxHits),
  /** Whether more than these match. */
  more: z.boolean(),
  /** Whether a search could not read everything, so that a better match may be missing. */
  partial: z.boolean(),
});
export type HitGroup = z.infer<typeof hitGroup>;

/** The kinds with results; kinds that the caller may not list are not searched. */
export const searchAnswer = z.object({ groups: z.array(hitGroup) });
export type SearchAnswer = z.infer<typeof searchAnswer>;
