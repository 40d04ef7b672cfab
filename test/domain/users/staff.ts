import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { eventOf, everyRoute, openApi, type Values } from '../../lambdas/gateway.ts';
import { openScene } from '../scene.ts';

/** What a form sends for a new sub-user. */
export const grace = {
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
 * are there as well (see `gateway.ts`).
 */
export const openStaff = async (world: TestDatabase) => {
  const scene = openScene(world);
  const { db, tenant_id, clock } = scene;
  const api = await openApi(scene);
  const people = userStore(db, tenant_id);

  /** A call as somebody makes it: the status and the body of the answer. */
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
    /** Makes somebody, as ROOT; `name` is also what stands before the @ of their address. */
    hire: async (name: string, change: Values = {}): Promise<string> => {
      const email = `${name}@example.com`;
      const { status, text } = await root('createUser', { ...grace, name, email, ...change });
      if (status !== 201) throw new Error(text);
      return email;
    },
    /** Makes a role that allows these permissions of a resource; answers its id. */
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

/** What a form sends to change somebody, with what it shows of them. */
export const formOf = async ({ people }: Staff, user_id: string): Promise<Values> => {
  const one = await people.get(user_id);
  const { name, userType, readOnly, country_code = '+91', phone = '5550100' } = one ?? {};
  return { user_id, name, country_code, phone, userType, readOnly };
};
