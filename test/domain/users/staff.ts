import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { eventOf, everyRoute, openTestApi, type Values } from '../../lambdas/gateway.ts';
import { openScene } from '../scene.ts';

/** A form's values for a new sub-user. */
export const graceForm = {
  email: 'grace@example.com',
  name: 'Grace Hopper',
  country_code: '+91',
  phone: '5550100',
  userType: 'SUBUSER',
  readOnly: false,
  password: 'Right-horse1',
};

/**
 * An organisation behind the API. Its ROOT is `root@example.com`; `reader`, `subuser` and `portal`
 * exist as well (see `gateway.ts`).
 */
export const openStaff = async (world: TestDatabase) => {
  const scene = openScene(world);
  const { db, tenant_id, clock } = scene;
  const api = await openTestApi(scene);
  const people = userStore(db, tenant_id);

  /** A call by a user: the status and body of the answer. */
  const as =
    (name: string) =>
    async (key: string, input: Values = {}) => {
      const found = everyRoute.find((one) => one.key === key);
      if (!found) throw new Error(`There is no route ${key}.`);
      const user_id = `${name}@example.com`;
      const proof = { tenant_id, user_id, expires_at: clock() + 1000 };
      return api.send(found.area, eventOf(found.route, input, proof));
    };
  const root = as('root');

  return {
    ...scene,
    api,
    people,
    organisation: organisationStore(db, tenant_id),
    as,
    /** Creates a user, as ROOT; `name` is also the local part of the address. */
    hire: async (name: string, change: Values = {}): Promise<string> => {
      const email = `${name}@example.com`;
      const { status, text } = await root('createUser', { ...graceForm, name, email, ...change });
      if (status !== 201) throw new Error(text);
      return email;
    },
    /** Creates a role that allows these permissions on a resource; returns its id. */
    role: async (name: string, resource: string, ...names: string[]): Promise<string> => {
      const rows = Object.fromEntries(names.map((one) => [one, true]));
      const policies = { ALLOW: { [resource]: rows }, DENY: {} };
      const { status, body, text } = await root('createRole', {
        name,
        description: name,
        policies,
      });
      if (status !== 201) throw new Error(text);
      return String(body._id);
    },
  };
};

export type Staff = Awaited<ReturnType<typeof openStaff>>;

/** A form's values to change a user, with the current ones. */
export const formOf = async ({ people }: Staff, user_id: string): Promise<Values> => {
  const one = await people.get(user_id);
  const { name, userType, readOnly, country_code = '+91', phone = '5550100' } = one ?? {};
  return { user_id, name, country_code, phone, userType, readOnly };
};
