import type { NewRole } from '#lib/domain/roles/role.schema.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { openScene, type Scene } from '../scene.ts';
import { openOrganisation } from './organisation.ts';
import { policiesOf } from './policy-text.ts';

/** An organisation with only its ROOT user, who is the caller. */
export const openRoles = async (world: TestDatabase, default_role_id: string | null = null) => {
  const scene = openScene(world);
  await openOrganisation(scene).begin(default_role_id);
  return scene;
};

export const roleInput = (name: string, ...rows: string[]): NewRole => ({
  name,
  description: 'What they do',
  policies: policiesOf(...(rows.length > 0 ? rows : ['ALLOW bot: read_bot'])),
});

export const create = (scene: Scene, name: string, ...rows: string[]) =>
  scene.roles.createRole(scene.root, roleInput(name, ...rows));

/** Updates the current role with a new name and rows. */
export const update = async (scene: Scene, role_id: string, name: string, ...rows: string[]) => {
  const { revision: base_revision = 1 } = await scene.roles.getRole(scene.root, { role_id });
  return scene.roles.updateRole(scene.root, {
    role_id,
    base_revision,
    ...roleInput(name, ...rows),
  });
};

export const clone = (scene: Scene, role_id: string) =>
  scene.roles.cloneRole(scene.root, { role_id });
