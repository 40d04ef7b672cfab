import { realtimeChannels } from '#lib/channels.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { ticketTable } from '#lib/domain/ws/ticket.table.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { getItem } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant, person } from '#test/support/people.ts';
import { noon, openScene, statusOf } from '../scene.ts';

const world = openTestDatabase();

const open = async () => {
  const scene = openScene(world);
  const { tenant_id } = scene;
  const caller = person(tenant_id, 'ada@example.com', { userType: 'SUBUSER', readOnly: true });
  const { ticket, expires_at } = await scene.tickets.createTicket(caller, {});
  const { time, db, clock } = scene;
  const { user_id: _id, name, userType, readOnly } = caller;
  const at = isoTime(time.now);
  const profile = { name, roles: [], settings: {}, created_at: at, updated_at: at };
  await userStore(db, tenant_id).create({ _id, userType, readOnly, ...profile });
  const redeem = redeemTicket({ db, clock, channels: realtimeChannels });
  return { scene, tenant_id, ticket, expires_at, redeem };
};

describe('a ticket', () => {
  it('opens one connection for the person who requested it', async () => {
    const { tenant_id, ticket, expires_at, redeem } = await open();
    expect(expires_at).toBe('2026-09-01T12:01:00.000Z');
    expect(await redeem(ticket)).toEqual({
      tenant_id,
      user_id: 'ada@example.com',
      channels: [],
    });
    expect(await statusOf(redeem(ticket))).toBe(401);
  });

  it('opens one of a hundred simultaneous connections', async () => {
    const { ticket, redeem } = await open();
    const attempts = Array.from({ length: 100 }, () => statusOf(redeem(ticket)));
    expect((await Promise.all(attempts)).filter((status) => status === 200)).toHaveLength(1);
  });

  it.each([
    [0, 200],
    [59_999, 200],
    [60_000, 200],
    [60_001, 401],
    [3600_000, 401],
  ])('is valid for one minute: after %i ms it returns %i', async (ms, verdict) => {
    const { scene, ticket, redeem } = await open();
    scene.time.now = noon + ms;
    expect(await statusOf(redeem(ticket))).toBe(verdict);
  });

  it('is used up by an attempt after its expiry', async () => {
    const { scene, ticket, redeem } = await open();
    scene.time.now = noon + 61_000;
    await statusOf(redeem(ticket));
    scene.time.now = noon;
    expect(await statusOf(redeem(ticket))).toBe(401);
  });

  it('is stored as a hash', async () => {
    const { scene, tenant_id, ticket } = await open();
    const [, secret = ''] = ticket.split('.');
    const item = await getItem(scene.db, ticketTable, { tenant_id, _id: sha256(secret) });
    expect(item).toBeDefined();
    expect(JSON.stringify(item)).not.toContain(secret);
  });

  it('is refused in every altered form', async () => {
    const { tenant_id, ticket, redeem } = await open();
    const [, secret = ''] = ticket.split('.');
    const forged = [
      '',
      '.',
      tenant_id,
      secret,
      `.${secret}`,
      `${tenant_id}.`,
      `${tenant_id}.${'0'.repeat(64)}`,
      `${tenant_id}.${sha256(secret)}`,
      `${newTenant()}.${secret}`,
      `${ticket}.junk`,
      `${ticket}.`,
      `${ticket} `,
      `${ticket}\n`,
      ` ${ticket}`,
      ticket.toUpperCase(),
      ticket.slice(0, -1),
      `${ticket}0`,
      ticket.replace('org_', ''),
      `__proto__.${secret}`,
      `${tenant_id}.__proto__`,
      ticket.replace('.', '#'),
      '../'.repeat(1000),
    ];
    for (const text of forged) expect(await statusOf(redeem(text))).toBe(401);
    expect(await statusOf(redeem(ticket))).toBe(200);
  });
});
