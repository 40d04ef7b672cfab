import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { person } from '#test/support/people.ts';
import type { Scene } from '../scene.ts';
import { approvalActionOf, emailOf, sampleApproval } from './sample-approval.ts';

type StoreScene = Pick<Scene, 'tenant_id' | 'time'> & { db: Database };

/** Stores an approval as the engine does, in the scene's store; returns its id. */
export const storeApproval = async (
  scene: StoreScene,
  fields: Partial<Approval> = {},
): Promise<string> => {
  const { tenant_id: _, ...approval } = sampleApproval({
    _id: timedId('apr', scene.time.now),
    ...fields,
  });
  await approvalStore(scene.db, scene.tenant_id).create(approval);
  return approval._id;
};

export const storedApproval = async (scene: Scene, id: string): Promise<Approval> => {
  const found = await approvalStore(scene.db, scene.tenant_id).get(id);
  if (!found) throw new Error(`There is no approval ${id}.`);
  return found;
};

export const approver = (scene: Scene, name: string) =>
  person(scene.tenant_id, emailOf(name), { userType: 'SUBUSER' });

/** Makes the call of `ada approves a b`, through the API. */
export const resolveStep = (scene: Scene, approval_id: string, step: string) => {
  const [name = '', ...action] = step.split(' ');
  const call = { approval_id, ...approvalActionOf(action.join(' ')) };
  return scene.approvals.resolveApproval(approver(scene, name), call);
};
