import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';
import { resolveStep, storeApproval, storedApproval } from './store-approval.ts';
import { hour } from './sample-approval.ts';

const world = openTestDatabase();
const rounds = 50;

type ApprovalEvent = { becomes: string; happens: (scene: Scene, id: string) => Promise<unknown> };

const events: Record<string, ApprovalEvent> = {
  approve: {
    becomes: 'approved',
    happens: (scene, id) => statusOf(resolveStep(scene, id, 'ada approves all')),
  },
  reject: {
    becomes: 'rejected',
    happens: (scene, id) => statusOf(resolveStep(scene, id, 'bob rejects all')),
  },
  cancel: {
    becomes: 'cancelled',
    happens: ({ db, tenant_id }, id) => approvalStore(db, tenant_id).withdraw(id),
  },
};

const eventPairs = Object.entries(events).flatMap(([first, one]) =>
  Object.entries(events).map(([second, other]) => ({ first, second, one, other })),
);

describe(`two events of an approval, ${rounds} times each`, () => {
  it.each(eventPairs)('$first before $second: the first counts', async ({ one, other }) => {
    const scene = openScene(world);
    for (let round = 0; round < rounds; round += 1) {
      const id = await storeApproval(scene);
      await one.happens(scene, id);
      const before = await storedApproval(scene, id);
      const factCount = scene.facts.length;
      const answer = await other.happens(scene, id);
      expect([false, 409]).toContain(answer);
      expect(await storedApproval(scene, id)).toEqual(before);
      expect([before.status, scene.facts.length]).toEqual([one.becomes, factCount]);
    }
  });

  it('are both refused after the expiry', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene);
    scene.time.now += hour;
    expect(await events.approve?.happens(scene, id)).toBe(409);
    expect(await events.reject?.happens(scene, id)).toBe(409);
    expect(await storedApproval(scene, id)).toMatchObject({ status: 'pending', resolutions: [] });
  });
});
