import { fingerprintOf } from '#lib/domain/approvals/drift.rules.ts';
import type { Approval, ApprovalResource } from '#lib/domain/approvals/approval.schema.ts';
import { impactOf } from '#lib/domain/approvals/impact.rules.ts';
import { impact } from '#lib/domain/approvals/impact.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, type Scene } from '../scene.ts';
import { approver, resolveStep, storeApproval } from './store-approval.ts';
import { emailOf, sampleApproval } from './sample-approval.ts';

const world = openTestDatabase();

const approvalFieldsFor = (resources: ApprovalResource[], fields: Partial<Approval> = {}) => ({
  ...fields,
  resources,
  resource_count: resources.length,
  fingerprints: resources.map(fingerprintOf),
});

const impactFactsOf = (resources: ApprovalResource[], fields: Partial<Approval> = {}) =>
  impactOf(sampleApproval(approvalFieldsFor(resources, fields)), undefined);

describe('the facts about the resources of an approval', () => {
  it('count accounts, regions and tags, the most frequent first', () => {
    const facts = impactFactsOf([
      { id: 'a', region: 'eu-west-1', account_id: '111122223333', tags: { team: 'web', env: 1 } },
      { id: 'b', region: 'us-east-1', account_id: '444455556666', tags: { team: 'core' } },
      { id: 'c', region: 'us-east-1', account_id: '444455556666', tags: { team: 'core' } },
    ]);
    expect(facts).toEqual({
      count: 3,
      accounts: [
        { value: '444455556666', count: 2 },
        { value: '111122223333', count: 1 },
      ],
      regions: [
        { value: 'us-east-1', count: 2 },
        { value: 'eu-west-1', count: 1 },
      ],
      tags: [
        { value: 'team=core', count: 2 },
        { value: 'env=1', count: 1 },
        { value: 'team=web', count: 1 },
      ],
    });
  });

  const facts = (...resources: ApprovalResource[]) => {
    const { accounts, regions } = impactFactsOf(resources);
    return [...accounts, ...regions].map(({ value }) => value);
  };

  it('take account and region from an ARN if the resource does not name them', () => {
    const host = 'arn:aws:ec2:eu-west-1:123456789012:instance/i-1';
    expect(facts({ id: host })).toEqual(['123456789012', 'eu-west-1']);
    expect(facts({ id: 'i-1', arn: host })).toEqual(['123456789012', 'eu-west-1']);
    expect(facts({ id: host, account_id: '999', region: 'us-east-1' })).toEqual([
      '999',
      'us-east-1',
    ]);
    expect(facts({ id: 'arn:aws:iam::123456789012:user/ada' })).toEqual(['123456789012']);
    expect(facts({ id: 'arn:aws:s3:::a-bucket' }, { id: 'arn:' }, { id: 'arnold' })).toEqual([]);
  });

  it('take the account from the next nodes if no resource names an account', () => {
    const account = 'Production (111122223333)';
    const next_nodes = [{ name: 'Block it', account }, { name: 'Tell' }];
    const bucket = { id: 'arn:aws:s3:::a-bucket' };
    expect(impactFactsOf([bucket], { next_nodes }).accounts).toEqual([
      { value: account, count: 1 },
    ]);
    const accountBucket = { ...bucket, account_id: '999' };
    expect(impactFactsOf([accountBucket], { next_nodes }).accounts).toEqual([
      { value: '999', count: 1 },
    ]);
  });

  const shapes: [name: string, tags: unknown, told: string[]][] = [
    ['an object', { team: 'web', spare: '' }, ['spare', 'team=web']],
    ['a list of AWS tags', [{ Key: 'team', Value: 'web' }], ['team=web']],
    ['AWS tags in lower case', [{ key: 'team', value: 'web' }], ['team=web']],
    ['a list of names, one of them twice', ['web', 'web', 'core'], ['core', 'web']],
    ['a text, which is no tags', 'web', []],
    ['nothing', undefined, []],
  ];

  it.each(shapes)('read tags that are %s', (_name, tags, expected) => {
    expect(impactFactsOf([{ id: 'a', tags }]).tags.map(({ value }) => value)).toEqual(expected);
  });

  it('show the number of excluded resources if the node states the total', () => {
    const two = [{ id: 'a' }, { id: 'b' }];
    expect(impactFactsOf(two, { resources_total: 12 }).excluded).toBe(10);
    expect(impactFactsOf(two, { resources_total: 2 }).excluded).toBe(0);
    expect(impactFactsOf(two, { resources_total: 1 }).excluded).toBeUndefined();
    expect(impactFactsOf(two).excluded).toBeUndefined();
  });
});

describe('the difference of an approval from the last run', () => {
  const web = { id: 'a', name: 'Web', size: 1 };
  const mail = { id: 'b', name: 'Mail', size: 1 };
  const files = { id: 'c', size: 1 };

  const open = async () => {
    const scene = openScene(world);
    const before = await storeApproval(
      scene,
      approvalFieldsFor([web, mail], { bot_exc_id: 'exc_0' }),
    );
    scene.time.now += 60_000;
    return { scene, before };
  };

  const askNow = (scene: Scene, fields: Partial<Approval> = {}) =>
    storeApproval(scene, approvalFieldsFor([{ ...web, size: 2 }, files], fields));

  const sinceOf = async (scene: Scene, approval_id: string, approverName = 'ada') => {
    const found = await scene.approvals.countApprovalResources(approver(scene, approverName), {
      approval_id,
    });
    return impact.parse(found).since_last_run;
  };

  it('lists added, changed and removed resources since the same node last asked', async () => {
    const { scene, before } = await open();
    expect(await sinceOf(scene, await askNow(scene))).toMatchObject({
      approval_id: before,
      added: [{ id: 'c' }],
      changed: [{ id: 'a', name: 'Web' }],
      gone: [{ id: 'b', name: 'Mail' }],
    });
    expect(await sinceOf(scene, before)).toBeUndefined();
  });

  it('names the next steps that differ from those of the last run', async () => {
    const scene = openScene(world);
    const steps = (...next_nodes: { name: string; would?: string }[]) => ({ next_nodes });
    const [stop, tell] = [{ name: 'Stop', would: 'stop i-1' }, { name: 'Tell' }];
    await storeApproval(
      scene,
      approvalFieldsFor([web], { bot_exc_id: 'exc_0', ...steps(stop, tell) }),
    );
    scene.time.now += 60_000;
    const otherSteps = steps({ ...stop, would: 'terminate i-1' }, tell, { name: 'Log' });
    const id = await storeApproval(
      scene,
      approvalFieldsFor([web], { bot_exc_id: 'exc_1', ...otherSteps }),
    );
    expect((await sinceOf(scene, id))?.next_nodes).toEqual(['Stop', 'Log']);
  });

  it('stays the same after later decisions and approvals', async () => {
    const { scene, before } = await open();
    const id = await askNow(scene);
    await resolveStep(scene, before, 'ada rejects all');
    scene.time.now += 60_000;
    await storeApproval(scene, approvalFieldsFor([files], { bot_exc_id: 'exc_2' }));
    expect((await sinceOf(scene, id))?.approval_id).toBe(before);
  });

  const otherApprovals: [name: string, fields: Partial<Approval>][] = [
    ['another bot', { bot_id: 'bot_2' }],
    ['another node', { node_id: 'ask-again' }],
    ['another turn', { loop_details: { loop_start: 'Each', current_iterator: 1 } }],
    ['the same run', { bot_exc_id: 'exc_0' }],
  ];

  it.each(otherApprovals)('does not refer to an approval of %s', async (_name, fields) => {
    const { scene } = await open();
    expect(await sinceOf(scene, await askNow(scene, fields))).toBeUndefined();
  });

  it('is hidden from approvers who may not see the earlier approval', async () => {
    const { scene, before } = await open();
    const id = await askNow(scene, { approvers: [emailOf('eve')] });
    expect(await sinceOf(scene, id, 'eve')).toBeUndefined();
    const facts = await scene.approvals.countApprovalResources(scene.root, { approval_id: id });
    expect(facts.since_last_run?.approval_id).toBe(before);
    await expect(sinceOf(scene, before, 'eve')).rejects.toMatchObject({ status: 403 });
  });
});

describe('the resources of a turn', () => {
  it('are listed by loop and number; another turn has none', async () => {
    const scene = openScene(world);
    const loop_details = { loop_start: 'Each', current_iterator: 2 };
    const approval_id = await storeApproval(scene, { loop_details });
    const count = async (turn: object) => {
      const request = { approval_id, number_of_items: 10, ...turn };
      return (await scene.approvals.listApprovalResources(scene.root, request)).items.length;
    };
    expect(await count({})).toBe(3);
    expect(await count(loop_details)).toBe(3);
    expect(await count({ ...loop_details, current_iterator: 1 })).toBe(0);
    expect(await count({ loop_start: 'Other' })).toBe(0);
  });
});
