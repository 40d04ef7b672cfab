import { createOrganisation } from '#lib/domain/onboarding/organisation.service.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { organisationTable } from '#lib/domain/organisations/organisation.table.ts';
import { isFullRoot } from '#lib/domain/users/root.service.ts';
import type { User } from '#lib/domain/users/user.schema.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { putItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { openScene, refusalFrom, statusOf } from '../scene.ts';

const world = openTestDatabase();
const lastRoot =
  'An organisation needs a ROOT user with full access. Make somebody else ROOT first.';

/** An organisation with these ROOT users, and operations of one on another. */
const openRoots = async (...names: string[]) => {
  const scene = openScene(world);
  const { db, clock, tenant_id } = scene;
  for (const name of names) {
    const root = { email: `${name}@example.com`, name };
    const organisation = { tenant_id, name: 'Ours', subscription_type: 'trial' } as const;
    await createOrganisation({ db, clock }, { ...organisation, root });
  }
  const change = (
    callerId: string,
    user_id: string,
    standing: Pick<User, 'userType' | 'readOnly'>,
  ) => {
    const details = { name: 'x', country_code: '+91', phone: '5550100' };
    return scene.users.updateUser(person(tenant_id, callerId), {
      user_id,
      ...details,
      ...standing,
    });
  };
  const store = userStore(db, tenant_id);
  return {
    ...scene,
    acts: {
      delete: (callerId: string, user_id: string) =>
        scene.users.deleteUser(person(tenant_id, callerId), { user_id }),
      demote: (callerId: string, user_id: string) =>
        change(callerId, user_id, { userType: 'SUBUSER', readOnly: false }),
      bind: (callerId: string, user_id: string) =>
        change(callerId, user_id, { userType: 'ROOT', readOnly: true }),
      promote: (callerId: string, user_id: string) =>
        change(callerId, user_id, { userType: 'ROOT', readOnly: false }),
    },
    /** The remaining ROOT users by their records, and by the organisation's list. */
    remainingRoots: async () => {
      const found: string[] = [];
      for await (const one of store.all()) if (isFullRoot(one)) found.push(one._id);
      const listed = (await organisationStore(db, tenant_id).get())?.roots ?? {};
      return { found: found.toSorted(), listed: Object.keys(listed).toSorted() };
    },
  };
};

const [ada, eva, ida] = ['ada@example.com', 'eva@example.com', 'ida@example.com'] as const;
const removalKinds = ['delete', 'demote', 'bind'] as const;

describe('the last ROOT user with full access', () => {
  it.each(removalKinds)('refuses the change "%s"', async (removal) => {
    const { acts, remainingRoots } = await openRoots('ada');
    // The caller was still ROOT when the call began.
    const refusal = await refusalFrom(acts[removal](eva, ada));
    expect([refusal?.status, refusal?.message]).toEqual([409, lastRoot]);
    expect(await remainingRoots()).toEqual({ found: [ada], listed: [ada] });
  });

  it('can be removed once another ROOT user exists', async () => {
    const { acts, remainingRoots } = await openRoots('ada', 'eva');
    expect(await statusOf(acts.delete(ada, eva))).toBe(200);
    expect(await remainingRoots()).toEqual({ found: [ada], listed: [ada] });
  });

  it('stays where the list names a user who is not ROOT', async () => {
    const { db, tenant_id, acts, remainingRoots } = await openRoots('ada', 'eva');
    await organisationStore(db, tenant_id).addRoot('gone@example.com');
    expect(await statusOf(acts.demote(ada, eva))).toBe(200);
    for (const removal of removalKinds) {
      expect(await statusOf(acts[removal](eva, ada))).toBe(409);
      expect((await remainingRoots()).found).toEqual([ada]);
    }
  });

  it('is known in an organisation of release 0.1.0, which has no list', async () => {
    const { db, tenant_id, acts, remainingRoots } = await openRoots('ada', 'eva');
    const oldOrganisation = {
      tenant_id,
      _id: 'organisation',
      name: 'Ours',
      created_at: '2026-01-01',
    };
    await putItem(db, organisationTable, oldOrganisation);
    expect(await statusOf(acts.delete(ada, eva))).toBe(200);
    expect(await statusOf(acts.delete(eva, ada))).toBe(409);
    expect(await remainingRoots()).toEqual({ found: [ada], listed: [ada] });
  });
});

describe('ROOT users who remove the rights of each other at once', () => {
  it('keep exactly one ROOT user, in 200 rounds of two users', async () => {
    for (let round = 0; round < 200; round += 1) {
      const { acts, remainingRoots } = await openRoots('ada', 'eva');
      const [one = 'delete', other = 'delete'] = [
        removalKinds[round % 3],
        removalKinds[Math.floor(round / 3) % 3],
      ];
      const statuses = await Promise.all([
        statusOf(acts[one](ada, eva)),
        statusOf(acts[other](eva, ada)),
      ]);
      expect([round, ...statuses.toSorted()]).toEqual([round, 200, 409]);
      const remainingIds = statuses[0] === 200 ? [ada] : [eva];
      expect([round, await remainingRoots()]).toEqual([
        round,
        { found: remainingIds, listed: remainingIds },
      ]);
    }
  });

  it('keep at least one listed ROOT user, in 50 rounds of three users', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { acts, remainingRoots } = await openRoots('ada', 'eva', 'ida');
      const removal = removalKinds[round % 3] ?? 'delete';
      await Promise.all([
        statusOf(acts[removal](ada, eva)),
        statusOf(acts[removal](eva, ida)),
        statusOf(acts[removal](ida, ada)),
      ]);
      const { found, listed } = await remainingRoots();
      expect([round, found.length > 0, listed]).toEqual([round, true, found]);
    }
  });

  it('keep at least one ROOT user while a third is promoted, in 50 rounds', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { acts, remainingRoots } = await openRoots('ada', 'eva', 'ida');
      await acts.demote(ada, ida);
      const removal = removalKinds[round % 3] ?? 'delete';
      await Promise.all([
        statusOf(acts[removal](ada, eva)),
        statusOf(acts[removal](eva, ada)),
        statusOf(acts.promote(eva, ida)),
        statusOf(acts[removal](ada, ida)),
      ]);
      expect([round, (await remainingRoots()).found.length > 0]).toEqual([round, true]);
    }
  });
});
