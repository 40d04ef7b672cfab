import type { UserInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { person } from '#test/support/people.ts';
import type { Scene } from '../scene.ts';
import { emailOf, sampleUserInput } from './sample-user-input.ts';

type StoreScene = Pick<Scene, 'tenant_id' | 'time'> & { db: Database };

/** Stores a form as the engine does, in the scene's store; returns its id. */
export const storeUserInput = async (
  scene: StoreScene,
  fields: Partial<UserInput> = {},
): Promise<string> => {
  const {
    tenant_id: _,
    status,
    ...userInput
  } = sampleUserInput({
    _id: timedId('inp', scene.time.now),
    ...fields,
  });
  await userInputStore(scene.db, scene.tenant_id).create(userInput);
  return userInput._id;
};

export const storedUserInput = async (scene: Scene, id: string): Promise<UserInput> => {
  const found = await userInputStore(scene.db, scene.tenant_id).get(id);
  if (!found) throw new Error(`There is no user input ${id}.`);
  return found;
};

export const subuserNamed = (scene: Scene, name: string) =>
  person(scene.tenant_id, emailOf(name), { userType: 'SUBUSER' });

/** Submits values through the API. */
export const submit = (
  scene: Scene,
  user_input_id: string,
  name: string,
  values: Record<string, unknown> = { reason: 'Because' },
) => scene.userInputs.submitUserInput(subuserNamed(scene, name), { user_input_id, values });
