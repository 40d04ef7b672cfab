import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { resumeAnswered } from '#lib/domain/questions/question.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTokens } from '#test/support/task-tokens.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';
import { resolveStep, storeApproval, storedApproval } from './store-approval.ts';
import { emailOf } from './sample-approval.ts';

const world = openTestDatabase();

const rounds = 200;
const resolvers = Array.from({ length: 10 }, (_, n) => `approver${n}`);
const approvers = resolvers.map(emailOf);

const count = (statuses: readonly number[], expected: number): number =>
  statuses.filter((status) => status === expected).length;

/** All resolvers act at once; returns the statuses of their calls. */
const together = (scene: Scene, id: string, action: string) =>
  Promise.all(resolvers.map((name) => statusOf(resolveStep(scene, id, `${name} ${action}`))));

describe(`${resolvers.length} people who decide at the same moment, ${rounds} times`, () => {
  it('are counted up to the required number, and their run resumes once', async () => {
    const scene = openScene(world);
    const { tenant_id, db } = scene;
    const tokens = openTokens(scene);
    const { runner } = tokens;
    for (let round = 0; round < rounds; round += 1) {
      const approvals_required = 1 + (round % 3);
      const position = await tokens.put(`exc_${round}`, 'ask');
      const id = await storeApproval(scene, { approvers, approvals_required, ...position });
      const statuses = await together(scene, id, 'approves all');
      expect(count(statuses, 200)).toBe(approvals_required);
      expect(count(statuses, 409)).toBe(resolvers.length - approvals_required);
      const { status, resolutions } = await storedApproval(scene, id);
      expect(status).toBe('approved');
      expect(new Set(resolutions.map((one) => one.approver_name)).size).toBe(approvals_required);
      expect(scene.facts.splice(0)).toMatchObject([{ type: 'approval_decided', approval_id: id }]);
      const resumeRun = () => resumeAnswered({ db, runner }, 'approval', tenant_id, id);
      await Promise.all([resumeRun(), resumeRun()]);
      await resumeRun();
    }
    expect(tokens.resumed()).toBe(rounds);
  });

  it('are counted once if the same person acts several times', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene, { approvers, approvals_required: 2 });
    const attempts = resolvers.map(() =>
      statusOf(resolveStep(scene, id, 'approver0 approves all')),
    );
    expect(count(await Promise.all(attempts), 200)).toBe(1);
    expect(await storedApproval(scene, id)).toMatchObject({ status: 'pending', revision: 2 });
    expect(scene.facts).toEqual([]);
  });

  it('are all counted if all are required', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene, { approvers, approvals_required: resolvers.length });
    expect(count(await together(scene, id, 'approves all'), 200)).toBe(resolvers.length);
    expect((await storedApproval(scene, id)).status).toBe('approved');
  });
});

describe('an approval that is decided and ended at the same moment', () => {
  type Ending = [end: string, rounds: number, stop: (scene: Scene, id: string) => Promise<unknown>];

  const endings: Ending[] = [
    ['cancelled', 100, ({ db, tenant_id }, id) => approvalStore(db, tenant_id).withdraw(id)],
    [
      'expired',
      500,
      async ({ db, tenant_id }, id) => {
        await approvalStore(db, tenant_id).decide(id, 1, { status: 'expired' });
      },
    ],
    [
      'rejected',
      100,
      async (scene, id) => {
        await statusOf(resolveStep(scene, id, 'bob rejects all'));
      },
    ],
  ];

  it.each(endings)(
    'is either approved or %s, %i times',
    async (endStatus, endingRounds, stop) => {
      const scene = openScene(world);
      for (let round = 0; round < endingRounds; round += 1) {
        const id = await storeApproval(scene);
        const approving = () => statusOf(resolveStep(scene, id, 'ada approves all'));
        const ending = () => stop(scene, id);
        const [approve] = await (round % 2 === 0
          ? Promise.all([approving(), ending()])
          : Promise.all([ending(), approving()]).then(([first, second]) => [second, first]));
        const { status, resolutions } = await storedApproval(scene, id);
        expect([200, 409]).toContain(approve);
        expect(status).toBe(approve === 200 ? 'approved' : endStatus);
        const approvals = resolutions.filter((one) => one.user_approval_status === 'resolved');
        expect(approvals).toHaveLength(approve === 200 ? 1 : 0);
      }
    },
    60_000,
  );
});
