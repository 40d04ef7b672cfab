import type { Embedded } from '#test/support/embedded.ts';

/** The name of the bot that a fresh installation has. */
export const sampleBot = 'Isolate hosts of severe findings';

/** What `pages.test.ts` looks at: a file of `shown/` for each area that has pages. */
export type Shown = {
  /** Makes what its pages show; answers the ids by the names of the variables in its routes. */
  make?: (product: Embedded) => Promise<Record<string, string>>;
  /**
   * Every route, what its title is, and a text that is there once it is shown. Neighbours differ
   * in their titles or texts, so that none is taken for the one before.
   */
  routes: readonly (readonly [route: string, title: string, text: string])[];
};
