import {
  createFromSignUp,
  type SignedUp,
  tenantOfSignUp,
} from '#lib/domain/onboarding/sign-up.service.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import type { Database } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { failingDatabase } from '#test/support/failing-database.ts';

const world = openTestDatabase();
const noon = Date.UTC(2026, 8, 1, 12);
let count = 0;

const newPerson = (): SignedUp => {
  count += 1;
  return { sub: `sub-${count}`, email: 'ada@example.com', name: 'Ada', organisation: 'Acme' };
};
const signUp = (person: SignedUp, db: Database = world.db, now = noon) =>
  createFromSignUp({ db, clock: () => now })(person);

/** Everything that is stored of an organisation. */
const readStored = async (tenantId: string) => {
  const people = [];
  for await (const person of userStore(world.db, tenantId).all()) people.push(person);
  return {
    organisation: await organisationStore(world.db, tenantId).get(),
    people,
    subscriptions: await subscriptionStore(world.db, tenantId).list(),
  };
};

const wholeOrganisation = {
  organisation: {
    name: 'Acme',
    created_at: '2026-09-01T12:00:00.000Z',
    roots: { 'ada@example.com': true },
  },
  people: [{ _id: 'ada@example.com', name: 'Ada', userType: 'ROOT', readOnly: false, roles: [] }],
  subscriptions: [
    {
      subscription_type: 'trial',
      start_date: '2026-09-01T12:00:00.000Z',
      end_date: '2026-09-15T12:00:00.000Z',
    },
  ],
};

describe('the organisation of a sign-up', () => {
  it('has a 14-day trial and the person as its ROOT user', async () => {
    const person = newPerson();
    const tenantId = await signUp(person);
    expect(tenantId).toBe(tenantOfSignUp(person.sub));
    expect(tenantId).toMatch(/^org_[0-9a-f]{32}$/);
    expect(await readStored(tenantId)).toMatchObject(wholeOrganisation);
  });

  it('is new for each account, even with the same address', async () => {
    const [one, other] = [await signUp(newPerson()), await signUp(newPerson())];
    expect(other).not.toBe(one);
  });

  it('stays unchanged when it is requested again or at the same time', async () => {
    const person = newPerson();
    const ids = await Promise.all([signUp(person), signUp(person), signUp(person)]);
    expect(new Set(ids).size).toBe(1);
    const [tenantId] = ids;
    const before = await readStored(tenantId);
    await signUp({ ...person, organisation: 'Other' }, world.db, noon + 3600_000);
    expect(await readStored(tenantId)).toEqual(before);
    expect(before).toMatchObject(wholeOrganisation);
  });

  it('is complete after a second call, wherever the first call crashed', async () => {
    for (let at = 1; ; at += 1) {
      const person = newPerson();
      const { db, died } = failingDatabase(world.db, at);
      await signUp(person, db).catch((error: Error) => {
        expect(error.message).toBe('The process died.');
      });
      if (!died()) {
        expect(at).toBeGreaterThan(4);
        return;
      }
      expect([at, await readStored(await signUp(person))]).toMatchObject([at, wholeOrganisation]);
    }
  });
});
