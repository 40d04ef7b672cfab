import { approvalService } from '#lib/domain/approvals/approval.service.ts';
import { approvalStore, unsentDecisions } from '#lib/domain/approvals/approval.store.ts';
import { approvalView } from '#lib/domain/approvals/approval.schema.ts';
import type { Rights } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { noon, openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';
import { approver, resolveStep, storeApproval, storedApproval } from './store-approval.ts';
import { approvalActionOf, emailOf, hour } from './sample-approval.ts';

const world = openTestDatabase();

const unsentDecisionIds = async ({ db, tenant_id }: Scene): Promise<string[]> => {
  const ids: string[] = [];
  for await (const one of unsentDecisions(db)) if (one.tenant_id === tenant_id) ids.push(one._id);
  return ids;
};

describe('values that people entered before an approval', () => {
  it('are shown to approvers and run readers; the starter sees only their own', async () => {
    const scene = openScene(world);
    const [ada, bob, pia] = ['ada@example.com', 'bob@example.com', 'pia@example.com'];
    const entryOf = (form: string, by?: string) => ({
      form,
      ...(by !== undefined && { by }),
      values: [{ label: 'Pay', value: '1' }],
    });
    const entered = [
      entryOf('Input of the run', pia),
      entryOf('Pay', bob),
      entryOf('Event of the run'),
    ];
    const approval_id = await storeApproval(scene, {
      entered,
      requested_by: [pia],
      approvers: [ada],
    });
    const readEntered = async (userId: string, rights: Partial<Rights>) => {
      const caller = person(scene.tenant_id, userId, rights);
      return (await approvalService(scene).getApproval(caller, { approval_id })).entered;
    };
    const readPolicy = { bot_execution: { read_bot_execution: true } } as const;
    const staff = { _id: 'rol_1', name: 'Staff', policies: { ALLOW: readPolicy, DENY: {} } };
    expect(await readEntered(pia, { userType: 'SP_USER' })).toEqual([entered[0]]);
    expect(await readEntered(pia, { userType: 'SUBUSER' })).toEqual([entered[0]]);
    expect(await readEntered(pia, { userType: 'SUBUSER', roles: [staff] })).toEqual(entered);
    expect(await readEntered(ada, { userType: 'SP_USER' })).toEqual(entered);
  });
});

describe('the arguments that an AI agent would give to a tool', () => {
  it('are shown to approvers and readers of runs, and withheld from other starters', async () => {
    const scene = openScene(world);
    const ada = 'ada@example.com';
    const asked_call = {
      tool: 'okta_suspend_user',
      action: 'Suspend user',
      integration: 'Okta',
      arguments: { user: 'bob' },
      digest: 'd',
      claim: 'Bob has left.',
      chat_thread_id: 'thr_1',
    };
    const next_nodes = [{ name: 'find', would: 'run "Suspend user": POST /users/bob/suspend' }];
    const requested_by = [ada, 'bob@example.com'];
    const fields = { asked_call, next_nodes, requested_by, approvers: [ada] };
    const approval_id = await storeApproval(scene, fields);
    const readPolicy = { bot_execution: { read_bot_execution: true } } as const;
    const staff = { _id: 'rol_1', name: 'Staff', policies: { ALLOW: readPolicy, DENY: {} } };
    const read = async (userId: string, rights: Partial<Rights>) => {
      const caller = person(scene.tenant_id, userId, rights);
      const service = approvalService(scene);
      const approval = await service.getApproval(caller, { approval_id });
      const { items } = await service.listApprovals(caller, { number_of_items: 10 });
      const listed = items.find(({ _id }) => _id === approval_id);
      expect(listed).toMatchObject({ by_agent: true, next_nodes: approval.next_nodes });
      expect(listed).not.toHaveProperty('asked_call');
      expect(listed?.given).toBe(approval.asked_call?.withheld ? undefined : 'user: bob');
      return [approval.asked_call, approval.next_nodes];
    };
    const withheld = { ...asked_call, arguments: {}, claim: '', digest: '', withheld: true };
    const restrictedView = [withheld, [{ name: 'find' }]];
    const all = [asked_call, next_nodes];
    const bob = 'bob@example.com';
    expect(await read(bob, { userType: 'SP_USER' })).toEqual(restrictedView);
    expect(await read(bob, { userType: 'SUBUSER' })).toEqual(restrictedView);
    expect(await read(bob, { userType: 'SUBUSER', roles: [staff] })).toEqual(all);
    expect(await read(ada, { userType: 'SP_USER' })).toEqual(all);
  });
});

describe('a decision', () => {
  it('is stored, published once and pushed to the consoles', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene);
    const approval = await resolveStep(scene, approval_id, 'ada approves a b');
    const { tenant_id } = scene;
    expect(scene.facts).toEqual([{ type: 'approval_decided', tenant_id, approval_id }]);
    expect(scene.frames.map((text) => JSON.parse(text).message)).toEqual([
      { approval_id, status: 'resolved' },
    ]);
    expect(approvalView.parse(approval)).toMatchObject({
      status: 'resolved',
      approved_ids: ['a', 'b'],
      may_act: false,
      reason: 'This approval was approved already.',
    });
    expect(await storedApproval(scene, approval_id)).toMatchObject({
      status: 'resolved',
      revision: 2,
    });
    expect(await unsentDecisionIds(scene)).toEqual([approval_id]);
  });

  it('that does not settle the approval is only pushed to the consoles', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene, { approvals_required: 2 });
    const approval = await resolveStep(scene, id, 'ada approves all');
    expect(approval).toMatchObject({ status: 'pending', may_act: false });
    expect(approval.decided_ids).toEqual(['a', 'b', 'c']);
    expect(scene.facts).toEqual([]);
    expect(scene.frames).toHaveLength(1);
    expect(await unsentDecisionIds(scene)).toEqual([]);
    await resolveStep(scene, id, 'bob approves all');
    expect(scene.facts).toHaveLength(1);
  });

  it('is stored and stays unsent if the bus and the consoles cannot be reached', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene);
    const down = async () => {
      throw new Error('down');
    };
    const broken = { bus: { publish: down }, realtime: { push: down } };
    const service = approvalService({ ...scene, ...broken });
    const call = { approval_id, ...approvalActionOf('approves all') };
    expect(await service.resolveApproval(scene.root, call)).toMatchObject({ status: 'approved' });
    expect(await unsentDecisionIds(scene)).toEqual([approval_id]);
    await approvalStore(scene.db, scene.tenant_id).markSent(approval_id);
    expect(await unsentDecisionIds(scene)).toEqual([]);
  });

  it('that is refused changes and publishes nothing', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene);
    const before = await storedApproval(scene, id);
    expect(await statusOf(resolveStep(scene, id, 'eve approves all'))).toBe(403);
    expect(await statusOf(resolveStep(scene, id, 'ada approves d'))).toBe(400);
    scene.time.now += hour;
    expect(await statusOf(resolveStep(scene, id, 'ada approves all'))).toBe(409);
    expect(await storedApproval(scene, id)).toEqual(before);
    expect([...scene.facts, ...scene.frames]).toEqual([]);
  });

  it('works with unusual ids and values of resources', async () => {
    const scene = openScene(world);
    const resources = [
      { id: '__proto__', size: 2 ** 60, ratio: 1e-200, tags: { '': [null, true] } },
      { id: 'é€\u0000', deep: JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) },
    ];
    const id = await storeApproval(scene, { resources, resource_count: 2 });
    expect((await storedApproval(scene, id)).resources).toEqual(resources);
    await resolveStep(scene, id, 'ada approves __proto__');
    expect((await storedApproval(scene, id)).approved_ids).toEqual(['__proto__']);
  });

  it('has room for 1,000 resources that three approvers name', async () => {
    const scene = openScene(world);
    const arn = 'arn:aws:ec2:eu-west-1:123456789012:instance/i-';
    const resources = Array.from({ length: 1000 }, (_, n) => ({ id: arn + n, name: `web-${n}` }));
    const id = await storeApproval(scene, {
      resources,
      resource_count: 1000,
      approvals_required: 3,
    });
    const ids = resources.map((one) => one.id).join(' ');
    for (const name of ['ada', 'bob', 'cy'])
      await resolveStep(scene, id, `${name} approves ${ids}`);
    const { status, approved_ids } = await storedApproval(scene, id);
    expect([status, approved_ids?.length]).toEqual(['approved', 1000]);
  });
});

describe('an approval', () => {
  it('is shown to the person who started its run, who cannot decide about it', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene, { requested_by: [emailOf('eve')] });
    const eve = approver(scene, 'eve');
    const approval = await scene.approvals.getApproval(eve, { approval_id });
    expect(approval).toMatchObject({
      may_act: false,
      reason: 'You are not an approver for this approval.',
    });
    const request = { approval_id, number_of_items: 10 };
    const { items } = await scene.approvals.listApprovalResources(eve, request);
    expect(items).toHaveLength(approval.resource_count);
    expect(await statusOf(resolveStep(scene, approval_id, 'eve approves all'))).toBe(403);
    expect((await storedApproval(scene, approval_id)).resolutions).toEqual([]);
  });

  it('is shown to its approvers and ROOT only', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene);
    const get = (name: string) =>
      scene.approvals.getApproval(approver(scene, name), { approval_id });
    expect(await get('ada')).toMatchObject({ _id: approval_id, may_act: true });
    expect(await scene.approvals.getApproval(scene.root, { approval_id })).toMatchObject({
      may_act: true,
    });
    const refusal = await refusalFrom(get('eve'));
    expect(refusal?.status).toBe(403);
    expect(refusal?.message).toBe('User is not recognized as a valid approver.');
  });

  it('does not exist for callers of another organisation', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene);
    const otherScene = openScene(world);
    for (const caller of [otherScene.root, person(otherScene.tenant_id, emailOf('ada'))]) {
      const call = { approval_id, ...approvalActionOf('approves all') };
      const request = { approval_id, number_of_items: 10 };
      expect(await statusOf(otherScene.approvals.getApproval(caller, { approval_id }))).toBe(404);
      expect(await statusOf(otherScene.approvals.resolveApproval(caller, call))).toBe(404);
      expect(await statusOf(otherScene.approvals.listApprovalResources(caller, request))).toBe(404);
      expect(await otherScene.approvals.listApprovals(caller, { number_of_items: 10 })).toEqual({
        items: [],
      });
    }
    expect((await storedApproval(scene, approval_id)).status).toBe('pending');
  });

  it('is shown as expired from the moment of its expiry', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene);
    scene.time.now += hour;
    expect(await scene.approvals.getApproval(scene.root, { approval_id })).toMatchObject({
      status: 'expired',
      may_act: false,
      reason: 'This approval has expired. Run the bot again to ask again.',
    });
    expect((await storedApproval(scene, approval_id)).status).toBe('pending');
  });
});

describe('drift that was found after an approval', () => {
  it('is stored with the approval and shown', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene);
    await resolveStep(scene, approval_id, 'ada approves all');
    const drifted = [
      { id: 'a', name: 'Web', why: 'changed' as const },
      { id: 'b', why: 'gone' as const },
    ];
    const store = approvalStore(scene.db, scene.tenant_id);
    expect(await store.noteReread(approval_id, { drifted })).toBe(true);
    expect(await store.noteReread('apr_none', { drifted })).toBe(false);
    const approval = await scene.approvals.getApproval(scene.root, { approval_id });
    expect(approvalView.parse(approval)).toMatchObject({ status: 'approved', drifted });
  });
});

describe('the list of approvals', () => {
  const open = async () => {
    const scene = openScene(world);
    for (let n = 0; n < 25; n += 1) {
      const approvers = n % 2 === 0 ? [emailOf('ada')] : [emailOf('bob')];
      const expires_on = isoTime(noon + hour + n * 60_000);
      await storeApproval(scene, { approvers, expires_on, bot_name: `Bot ${n}` });
      scene.time.now += 1000;
    }
    return scene;
  };

  const listPages = async (scene: Scene, name: string, query: object = {}) => {
    const caller = name === 'root' ? scene.root : approver(scene, name);
    const pages: string[][] = [];
    let next: string | undefined;
    do {
      const request = { number_of_items: 10, ...query, ...(next && { next }) };
      const page = await scene.approvals.listApprovals(caller, request);
      pages.push(page.items.map(({ bot_name }) => bot_name));
      next = page.next;
    } while (next);
    return pages;
  };

  it('can be filtered by resource', async () => {
    const scene = await open();
    await storeApproval(scene, {
      bot_name: 'Closes',
      resources: [{ id: 'arn:aws:s3:::invoices' }],
    });
    const of = async (resource: string) => (await listPages(scene, 'root', { resource })).flat();
    expect(await of('arn:aws:s3:::invoices')).toEqual(['Closes']);
    expect(await of('arn:aws:s3:::elsewhere')).toEqual([]);
  });

  it('shows the newest first, and only approvals that the caller may see', async () => {
    const scene = await open();
    const all = await listPages(scene, 'root');
    expect(all.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(all.flat()).toEqual(Array.from({ length: 25 }, (_, n) => `Bot ${24 - n}`));
    expect((await listPages(scene, 'ada')).map(({ length }) => length)).toEqual([10, 3]);
    expect((await listPages(scene, 'bob')).flat()).toHaveLength(12);
    expect(await listPages(scene, 'eve')).toEqual([[]]);
  });

  it('is filtered by the current status, including expiry', async () => {
    const scene = await open();
    const [first] = (await scene.approvals.listApprovals(scene.root, { number_of_items: 1 })).items;
    await resolveStep(scene, first?._id ?? '', 'ada approves all');
    scene.time.now = noon + hour + 9 * 60_000;
    const found = async (status: string) =>
      (await listPages(scene, 'root', { status })).flat().length;
    expect(await found('approved')).toBe(1);
    expect(await found('expired')).toBe(10);
    expect(await found('pending')).toBe(14);
    expect(await found('rejected')).toBe(0);
  });

  it('accepts a cursor only with the same caller and status', async () => {
    const scene = await open();
    const request = { number_of_items: 10 };
    const { next = '' } = await scene.approvals.listApprovals(scene.root, request);
    const { listApprovals } = scene.approvals;
    const ada = approver(scene, 'ada');
    expect(await statusOf(listApprovals(scene.root, { ...request, next }))).toBe(200);
    expect(await statusOf(listApprovals(ada, { ...request, next }))).toBe(400);
    const filtered = { ...request, next, status: 'pending' as const };
    expect(await statusOf(listApprovals(scene.root, filtered))).toBe(400);
  });
});

describe('the resources of an approval', () => {
  const resources = Array.from({ length: 25 }, (_, n) => ({ id: `r${n}`, name: `Host ${n}` }));

  it('are paged by cursor and by page number', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene, { resources, resource_count: 25 });
    const list = (query: object) =>
      scene.approvals.listApprovalResources(scene.root, {
        approval_id,
        number_of_items: 10,
        ...query,
      });
    const first = await list({});
    const second = await list({ next: first.next });
    const third = await list({ next: second.next });
    expect([...first.items, ...second.items, ...third.items]).toEqual(resources);
    expect(third.next).toBeUndefined();
    expect((await list({ page_number: 2 })).items).toEqual(second.items);
    expect((await list({ number_of_items: 1000 })).items).toEqual(resources);
    expect(await statusOf(list({ next: `${first.next}x` }))).toBe(400);
    expect(await statusOf(list({ next: first.next, approved_only: 'true' }))).toBe(400);
    const otherId = await storeApproval(scene, { resources, resource_count: 25 });
    const request = { approval_id: otherId, number_of_items: 10, next: first.next ?? '' };
    expect(await statusOf(scene.approvals.listApprovalResources(scene.root, request))).toBe(400);
  });

  it('are only the approved ones on request', async () => {
    const scene = openScene(world);
    const approval_id = await storeApproval(scene, { resources, resource_count: 25 });
    const approved = async () => {
      const request = { approval_id, number_of_items: 100, approved_only: 'true' as const };
      const { items } = await scene.approvals.listApprovalResources(scene.root, request);
      return items.map(({ id }) => id);
    };
    expect(await approved()).toEqual([]);
    await resolveStep(scene, approval_id, 'ada approves r3 r1');
    expect(await approved()).toEqual(['r1', 'r3']);
  });
});
