import { userPage } from '#lib/domain/users/user.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openStaff, type Staff } from './staff.ts';

const world = openTestDatabase();

/** Names in a page of the list, as ROOT requests it. */
const namesIn = async (staff: Staff, query: object = {}): Promise<string[]> => {
  const { status, body, text } = await staff.as('root')('listUsers', { ...query });
  if (status !== 200) throw new Error(text);
  return userPage.parse(body).items.map(({ name }) => name);
};

describe('a user as other people see them', () => {
  it('is shown without internal fields', async () => {
    const staff = await openStaff(world);
    const user_id = await staff.hire('ada', { roles: ['role_approver'] });
    const { body } = await staff.as('root')('getUser', { user_id });
    expect(body).toEqual({
      _id: user_id,
      name: 'ada',
      country_code: '+91',
      phone: '5550100',
      userType: 'SUBUSER',
      readOnly: false,
      roles: ['role_approver'],
      revision: 1,
      role_names: ['Approver'],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it.each([
    ['a sub-user without roles', 'ada', { role_names: ['Bot-Author'], defaultRole: 'Bot-Author' }],
    ['a sub-user with a role', 'eva', { role_names: ['Approver'] }],
    ['a portal user', 'portal', { role_names: ['Portal-User'] }],
    ['a ROOT user', 'root', { role_names: [] }],
  ])('shows the effective roles of %s', async (_who, name, roles) => {
    const staff = await openStaff(world);
    await staff.hire('ada');
    await staff.hire('eva', { roles: ['role_approver'] });
    await staff.organisation.setDefaultRole('role_bot_author');
    const { body } = await staff.as('root')('getUser', { user_id: `${name}@example.com` });
    const { role_names, defaultRole } = body;
    expect({ role_names, ...(defaultRole !== undefined && { defaultRole }) }).toEqual(roles);
  });

  it('shows no default role where none is set', async () => {
    const staff = await openStaff(world);
    const user_id = await staff.hire('ada');
    const { body } = await staff.as('root')('getUser', { user_id });
    expect([body.role_names, body.defaultRole]).toEqual([[], undefined]);
  });
});

describe('the list of users', () => {
  it('is sorted by address, with ten users a page by default', async () => {
    const staff = await openStaff(world);
    const hired = Array.from({ length: 15 }, (_, at) => `a${at + 10}`);
    for (const name of hired) await staff.hire(name);
    // The users of `gateway.ts` are named by their kind.
    const all = [...hired, 'portal', 'reader', 'root', 'subuser'];
    expect(await namesIn(staff)).toEqual(all.slice(0, 10));
    expect(await namesIn(staff, { page_number: 2 })).toEqual(all.slice(10));
    expect(await namesIn(staff, { number_of_items: 4, page_number: 2 })).toEqual(all.slice(4, 8));
    const { next } = (await staff.as('root')('listUsers')).body;
    expect(await namesIn(staff, { next })).toEqual(all.slice(10));
  });

  it.each([
    ['ada', ['Ada Lovelace']],
    ['LOVE', ['Ada Lovelace']],
    ['hopper', ['Grace Hopper', 'Somebody else']],
    ['example', ['Ada Lovelace', 'Grace Hopper', 'Somebody else', 'portal', 'reader']],
    ['nobody', []],
  ])('finds %s in names and addresses', async (regex, names) => {
    const staff = await openStaff(world);
    await staff.hire('first', { name: 'Ada Lovelace' });
    await staff.hire('grace', { name: 'Grace Hopper' });
    await staff.hire('hopper', { name: 'Somebody else' });
    expect(await namesIn(staff, { regex, number_of_items: 5 })).toEqual(names);
  });

  it.each(['a', ' a ', 'ada@', '.*', 'a_b', '\u212Aa'])('refuses to search %j', async (regex) => {
    const staff = await openStaff(world);
    expect((await staff.as('root')('listUsers', { regex })).status).toBe(400);
  });

  it('is filtered by the type of users', async () => {
    const staff = await openStaff(world);
    expect(await namesIn(staff, { userType: 'ROOT' })).toEqual(['reader', 'root']);
    expect(await namesIn(staff, { userType: 'SP_USER' })).toEqual(['portal']);
    expect((await staff.as('root')('listUsers', { userType: 'root' })).status).toBe(400);
  });

  it('accepts a cursor only with the same filter and organisation', async () => {
    const staff = await openStaff(world);
    const list = (query: object) => staff.as('root')('listUsers', { number_of_items: 1, ...query });
    const { next } = (await list({})).body;
    expect((await list({ next, userType: 'ROOT' })).status).toBe(400);
    const otherStaff = await openStaff(world);
    expect((await otherStaff.as('root')('listUsers', { number_of_items: 1, next })).status).toBe(
      400,
    );
  });

  it('contains nobody of another organisation', async () => {
    const [ownStaff, otherStaff] = [await openStaff(world), await openStaff(world)];
    await otherStaff.hire('grace');
    expect(await namesIn(ownStaff)).toEqual(['portal', 'reader', 'root', 'subuser']);
    const { status } = await ownStaff.as('root')('getUser', { user_id: 'grace@example.com' });
    expect(status).toBe(404);
  });
});
