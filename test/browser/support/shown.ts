import type { PageKey } from '#lib/pages.ts';
import type { Embedded } from '#test/support/embedded.ts';

/** The name of the bot that a fresh installation has. */
export const sampleBot = 'Isolate hosts of severe findings';

/** What a list says while it has no rows. */
export type ListStates = {
  route: string;
  /** The call of the API that answers its rows. */
  path: string;
  rows: string;
  /** What it says where there is nothing. */
  nothing: string;
  /** Its words where the server failed, if not `Could not load <rows>`. */
  failed?: string;
  /** What answers beside no items. */
  besides?: object;
};

/** What a page of one thing, or of several calls, says before it has what it cannot do without. */
export type PageStates = {
  route: string;
  path: string;
  what: string;
  loading: string;
  /** What there is no access to, if not what is loaded. */
  area?: string;
};

/** What `pages.test.ts` and `states.test.ts` look at: a file of `shown/` for each area that has pages. */
export type Shown = {
  /** Makes what its pages show; answers the ids by the names of the variables in its routes. */
  make?: (product: Embedded) => Promise<Record<string, string>>;
  /**
   * Every route, what its title is, and a text that is there once it is shown. Neighbours differ
   * in their titles or texts, so that none is taken for the one before.
   */
  routes: readonly (readonly [route: string, title: string, text: string])[];
  /** Pages that a test of their own looks at, whose name this is. */
  elsewhere?: Readonly<Partial<Record<PageKey, string>>>;
  /** Its lists, by the files that call `useList`, from `web/src/pages`. */
  lists?: Readonly<Record<string, ListStates>>;
  states?: readonly PageStates[];
};
