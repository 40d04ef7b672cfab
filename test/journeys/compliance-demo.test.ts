import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';

const rule_id = 'aws-s3-bucket-blocks-public-access';
const integration_id = sampleId('aws-production');
const downloads = 'arn:aws:s3:::sample-public-downloads';
const backups = 'arn:aws:s3:::sample-backups';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(() => product.close());

/** The ids of the sample buckets that fail the rule. */
const failingBuckets = async (): Promise<string[]> => {
  const filter = { rule_id, criticality: 'alarm' as const, number_of_items: '100' };
  const { items } = await product.api.compliance.listRuleResources(filter);
  return items
    .filter((one) => one.integration_id === integration_id)
    .map(({ uid }) => uid)
    .sort();
};

const scanAgain = async () => {
  const { _id } = await product.api.inventory.startInventoryExecution({ integration_id });
  return eventually(
    () => product.api.inventory.getInventoryExecution({ execution_id: _id }),
    ({ state }) => state !== 'IN_PROGRESS',
    90_000,
  );
};

const runDemo = async () => {
  const child = spawn(process.execPath, [resolve('bin/demo.ts'), '--compliance'], {
    env: { ...process.env, DATA_DIR: join(product.folder, 'data') },
  });
  const output = text(child.stdout);
  const [code] = await once(child, 'exit');
  return { code, output: await output };
};

describe('the compliance demo', () => {
  it('fixes only the bucket that a person approves, and the next scan shows the fix', async () => {
    const { code, output } = await runDemo();
    expect(code).toBe(0);
    expect(output).toContain('2 buckets fail it');
    expect(await failingBuckets()).toEqual([backups, downloads]);

    const { items } = await eventually(
      () => product.api.approvals.listApprovals({ number_of_items: '10' }),
      (page) => page.items.length > 0,
    );
    const [approval] = items;
    if (!approval) throw new Error('Nobody was asked.');
    const { _id: approval_id, bot_exc_id } = approval;
    const response = await product.request('POST', `approvals/${approval_id}/resolve`, {
      status: 'resolved',
      resource_ids: [downloads],
      message: 'That one is not meant to be public.',
    });
    expect([response.status, response.body]).toEqual([200, expect.anything()]);
    const run = await eventually(
      () => product.api.executions.getExecution({ bot_exc_id }),
      ({ state }) => ['SUCCEEDED', 'FAILED'].includes(state),
    );
    expect([run.state, run.errors]).toEqual(['SUCCEEDED', []]);
    const lanes = await product.api.executions.listLanes({ bot_exc_id, node_id: 'each' });
    expect(JSON.stringify(lanes)).toContain('Sample: nothing outside was called.');
    // The scan is as old as before: the fix is seen in the account itself.
    expect(run.results['ask']?.output).toMatchObject({ count: 2 });
    expect(run.results['again']?.output).toMatchObject({ count: 0, rows: [] });
    expect(await failingBuckets()).toEqual([backups, downloads]);
    const report = JSON.stringify(run.results['report']);
    expect(report).toContain('Still open: none.');

    expect((await scanAgain()).state).toBe('SUCCEEDED');
    expect(await failingBuckets()).toEqual([backups]);
  }, 240_000);
});
