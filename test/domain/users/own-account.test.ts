import { openTestDatabase } from '#test/support/database.ts';
import { openStaff } from './staff.ts';

const world = openTestDatabase();

describe('the signed-in user', () => {
  it('sees their own details, their roles and the ROOT users', async () => {
    const staff = await openStaff(world);
    const role = await staff.role('Night-Shift', 'bot', 'read_bot');
    await staff.hire('ada', { roles: [role] });
    const { status, body } = await staff.as('ada')('getCurrentUser');
    expect([status, body]).toEqual([
      200,
      {
        tenant_id: staff.tenant_id,
        _id: 'ada@example.com',
        name: 'ada',
        country_code: '+91',
        phone: '5550100',
        userType: 'SUBUSER',
        readOnly: false,
        settings: {},
        organisation: 'Ours',
        roles: [
          {
            _id: role,
            name: 'Night-Shift',
            policies: { ALLOW: { bot: { read_bot: true } }, DENY: {} },
          },
        ],
        root_users: ['root@example.com'],
      },
    ]);
  });

  it.each([
    ['the default role', 'subuser', ['Bot-Author']],
    ['the portal role', 'portal', ['Portal-User']],
    ['no role', 'root', []],
  ])('has %s as the user %s', async (_what, name, roles) => {
    const staff = await openStaff(world);
    await staff.organisation.setDefaultRole('role_bot_author');
    const { body } = await staff.as(name)('getCurrentUser');
    expect(body.roles).toEqual(roles.map((role) => expect.objectContaining({ name: role })));
  });
});

describe('changing the own user', () => {
  it.each(['root', 'reader', 'subuser', 'portal'])('is allowed to %s', async (name) => {
    const staff = await openStaff(world);
    const change = { name: 'Ada Lovelace', country_code: '+44', phone: '2079460000' };
    const { status, body } = await staff.as(name)('updateCurrentUser', change);
    expect([status, body]).toEqual([200, expect.objectContaining(change)]);
    expect(await staff.people.get(`${name}@example.com`)).toMatchObject(change);
  });

  it('keeps fields and settings that are not named', async () => {
    const staff = await openStaff(world);
    const change = (input: object) => staff.as('subuser')('updateCurrentUser', { ...input });
    await change({ settings: { theme: 'dark', time_zone: 'Europe/Berlin' } });
    await change({ settings: { density: 'compact' }, phone: '5550100' });
    const { body } = await change({ settings: { theme: 'light' } });
    expect(body).toMatchObject({
      name: 'subuser',
      phone: '5550100',
      settings: { theme: 'light', time_zone: 'Europe/Berlin', density: 'compact' },
    });
  });

  it.each([
    ['settings', { settings: { time_zone: 'Mars/Olympus' } }, 'This time zone does not exist.'],
    ['settings', { settings: { theme: 'pink' } }, expect.any(String)],
    ['name', { name: ' ' }, 'Enter a name.'],
    ['phone', { phone: '12' }, 'Phone number must be 6-10 digits'],
  ])('is refused where %s is wrong', async (field, change, error) => {
    const staff = await openStaff(world);
    const { status, body } = await staff.as('subuser')('updateCurrentUser', change);
    expect([status, body.error, body.field]).toEqual([400, error, field]);
  });

  it.each([
    ['userType', 'ROOT'],
    ['readOnly', false],
    ['roles', ['role_administrator']],
    ['_id', 'root@example.com'],
    ['email', 'root@example.com'],
    ['tenant_id', 'org_other'],
    ['password', 'Right-horse1'],
    ['sub', 'x'],
    ['revision', 7],
  ])('refuses to change %s', async (field, value) => {
    const staff = await openStaff(world);
    const before = await staff.people.get('reader@example.com');
    const { status, body } = await staff.as('reader')('updateCurrentUser', { [field]: value });
    expect([status, body.field]).toEqual([400, field]);
    expect(await staff.people.get('reader@example.com')).toEqual(before);
  });

  it('refuses an unknown setting', async () => {
    const staff = await openStaff(world);
    const change = { settings: { theme: 'dark', admin: true } };
    expect((await staff.as('subuser')('updateCurrentUser', change)).status).toBe(400);
  });
});
