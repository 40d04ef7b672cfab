import type { PageKey } from '#lib/pages.ts';
import type { Embedded } from '#test/support/embedded.ts';

/** The name of the bot in a fresh installation. */
export const sampleBot = 'Isolate hosts of severe findings';

/** The texts of a list without rows. */
export type ListStates = {
  route: string;
  /** The API call that returns its rows. */
  path: string;
  rows: string;
  /** Its text when there is nothing. */
  emptyText: string;
  /** Its text when the server failed, if not `Could not load <rows>`. */
  failed?: string;
  /** Further fields of an answer without items. */
  besides?: object;
};

/** The texts of a page of one thing, or of several calls, until its required data is loaded. */
export type PageStates = {
  route: string;
  path: string;
  subject: string;
  loading: string;
  /** What access is missing to, if not to what is loaded. */
  area?: string;
};

/** The pages for `pages.test.ts` and `states.test.ts`: a file in `shown/` per area with pages. */
export type ShownPages = {
  /** Creates what its pages show; returns the ids by the variables in its routes. */
  make?: (product: Embedded) => Promise<Record<string, string>>;
  /**
   * Every route, its title, and a text that is there once it is shown. Neighbours differ in titles
   * or texts, so that a page cannot be mistaken for the one before.
   */
  routes: readonly (readonly [route: string, title: string, text: string])[];
  /** Pages that another test inspects, with that test's name. */
  elsewhere?: Readonly<Partial<Record<PageKey, string>>>;
  /** Its lists, by the files that call `useList`, from `web/src/pages`. */
  lists?: Readonly<Record<string, ListStates>>;
  states?: readonly PageStates[];
};
