import { everyIn } from '#test/support/every-in.ts';
import type { Scene } from '../domain/scene.ts';
import type { Example, Ids } from './example.ts';
import type { Values } from './gateway.ts';

const areaExamples = everyIn<{ example: Example }>('test/lambdas/examples').map(
  ([, { example }]) => example,
);

/** Inputs of routes that need more than ids. */
export const exampleInputs: Record<string, Values> = Object.assign(
  {},
  ...areaExamples.map((one) => one.inputs),
);

/** The ids that a route takes instead of those that its variables name. */
export const otherIds: NonNullable<Example['otherIds']> = Object.assign(
  {},
  ...areaExamples.map((one) => one.otherIds),
);

/** Creates something of each kind that routes name by id; returns ids by variable names. */
export const createExamples = async (scene: Scene): Promise<Ids> => {
  const ids: Ids = {};
  for (const { furnish: make } of areaExamples) Object.assign(ids, await make?.(scene, ids));
  return ids;
};
