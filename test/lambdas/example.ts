import type { Scene } from '../domain/scene.ts';
import type { Values } from './gateway.ts';

/** Text in everything that an organisation of these tests has; another one never sees it. */
export const canary = 'Canary';

/** Ids by the names of the variables in routes. */
export type Ids = Record<string, string>;

/** What the tests of every route need to know of an area: a file of `examples/` for each. */
export type Example = {
  /** Inputs of routes that need more than the ids of what they are about; others need no entry. */
  inputs?: Record<string, Values>;
  /**
   * Makes something of each kind that the area's routes name by id, and answers the ids. It is
   * given those of the areas before it in the alphabet.
   */
  furnish?: (scene: Scene, ids: Ids) => Promise<Ids>;
  /** Which of the ids a route takes in place of the one that its variable names. */
  otherIds?: Record<string, Record<string, string>>;
};
