import {
  foundOrganisation,
  type SignedUp,
  tenantOfSignUp,
} from '#lib/domain/onboarding/sign-up.service.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import type { Database } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { dyingDatabase } from '#test/support/failing-database.ts';

const test = openTestDatabase();
const noon = Date.UTC(2026, 8, 1, 12);
let count = 0;

const somebody = (): SignedUp => {
  count += 1;
  return { sub: `sub-${count}`, email: 'ada@example.com', name: 'Ada', organisation: 'Acme' };
};
const found = (person: SignedUp, db: Database = test.db, now = noon) =>
  foundOrganisation({ db, clock: () => now })(person);

/** Everything that is stored of an organisation. */
const kept = async (tenantId: string) => {
  const people = [];
  for await (const person of userStore(test.db, tenantId).all()) people.push(person);
  return {
    organisation: await organisationStore(test.db, tenantId).get(),
    people,
    subscriptions: await subscriptionStore(test.db, tenantId).list(),
  };
};

const whole = {
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
    const person = somebody();
    const tenantId = await found(person);
    expect(tenantId).toBe(tenantOfSignUp(person.sub));
    expect(tenantId).toMatch(/^org_[0-9a-f]{32}$/);
    expect(await kept(tenantId)).toMatchObject(whole);
  });

  it('is new for each account, even with the same address', async () => {
    const [one, other] = [await found(somebody()), await found(somebody())];
    expect(other).not.toBe(one);
  });

  it('stays unchanged when it is requested again or at the same time', async () => {
    const person = somebody();
    const ids = await Promise.all([found(person), found(person), found(person)]);
    expect(new Set(ids).size).toBe(1);
    const [tenantId] = ids;
    const before = await kept(tenantId);
    await found({ ...person, organisation: 'Other' }, test.db, noon + 3600_000);
    expect(await kept(tenantId)).toEqual(before);
    expect(before).toMatchObject(whole);
  });

  it('is complete after a second call, wherever the first call crashed', async () => {
    for (let at = 1; ; at += 1) {
      const person = somebody();
      const { db, died } = dyingDatabase(test.db, at);
      await found(person, db).catch((error: Error) => {
        expect(error.message).toBe('The process died.');
      });
      if (!died()) {
        expect(at).toBeGreaterThan(4);
        return;
      }
      expect([at, await kept(await found(person))]).toMatchObject([at, whole]);
    }
  });
});
