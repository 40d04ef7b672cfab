import { everyIn } from '#test/support/every-in.ts';
import type { Scene } from '../domain/scene.ts';
import type { Example, Ids } from './example.ts';
import type { Values } from './gateway.ts';

const all = everyIn<{ example: Example }>('test/lambdas/examples').map(([, { example }]) => example);

/** Inputs of routes that need more than the ids of what they are about. */
export const examples: Record<string, Values> = Object.assign({}, ...all.map((one) => one.inputs));

/** Which of these ids a route takes in place of the one that its variable names. */
export const otherIds: NonNullable<Example['otherIds']> = Object.assign(
  {},
  ...all.map((one) => one.otherIds),
);

/** Something of each kind that routes name by id; answers the ids by the names of the variables. */
export const furnish = async (scene: Scene): Promise<Ids> => {
  const ids: Ids = {};
  for (const { furnish: make } of all) Object.assign(ids, await make?.(scene, ids));
  return ids;
};
