import type { Scene } from '../domain/scene.ts';
import type { Values } from './gateway.ts';

/** A text in everything that an organisation of these tests has; others must never see it. */
export const canary = 'Canary';

/** Ids by the names of the variables in routes. */
export type Ids = Record<string, string>;

/** What the tests of every route need to know about an area: one file in `examples/` each. */
export type Example = {
  /** Inputs of routes that need more than ids; other routes need no entry. */
  inputs?: Record<string, Values>;
  /**
   * Creates something of each kind that the area's routes name by id, and returns the ids. It
   * receives the ids of the areas before it in the alphabet.
   */
  furnish?: (scene: Scene, ids: Ids) => Promise<Ids>;
  /** The ids that a route takes instead of those that its variables name. */
  otherIds?: Record<string, Record<string, string>>;
};
