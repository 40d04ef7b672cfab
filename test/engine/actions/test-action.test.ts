import { newAction } from '#lib/domain/actions/own-action.schema.ts';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { testAction } from '#lib/engine/test-node.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openStandIn, type StandIn } from '../integrations/stand-in.ts';
import { openedOfType, sampleValues } from '../integrations/samples.ts';
import { closePeers } from '../outgoing/peer.ts';
import { engineWorld, tenant } from '../world.ts';

const database = openTestDatabase();

const headers = { 'content-type': 'application/json' };

let stand: StandIn;

beforeEach(async () => {
  stand = await openStandIn(() => ({ status: 200, headers, body: '{"id":"1"}' }));
});
afterEach(closePeers);

const actionFields = {
  name: 'Comment on an issue',
  description: 'Writes one comment.',
  executable_type: 'rest',
  integration_type: 'jira',
  parameters_definition: [{ name: 'issue', label: 'Issue' }],
  call: {
    method: 'POST',
    path: '/rest/api/3/issue/{issue}/comment',
    headers: { 'x-trace': 'of {issue}' },
    body: { about: '{issue}' },
  },
};

type TestOptions = { dry_run?: boolean; as?: string; [field: string]: unknown };

const runActionTest = ({ dry_run = true, as = 'jira', ...fields }: TestOptions = {}) => {
  const type = integrationTypeOf(as);
  if (!type) throw new Error(`The catalogue has no ${as}.`);
  const integration = async () => openedOfType(type, sampleValues(type));
  const world = engineWorld(database, [], { peers: { integration, outgoing: stand.outgoing } });
  return testAction(world.deps(database.db))({
    tenant_id: tenant,
    action: { ...newAction.parse({ ...actionFields, ...fields }), _id: `act_${'0'.repeat(44)}` },
    integration: { type: 'jira', id: `int_${'0'.repeat(32)}` },
    parameters: { issue: 'OPS-1' },
    dry_run,
  });
};

describe('a dry run of an action', () => {
  it('shows the whole request without secrets and sends nothing', async () => {
    const test = await runActionTest();
    const type = integrationTypeOf('jira');
    expect(test).toMatchObject({
      status: 'SUCCEEDED',
      would: 'run "Comment on an issue": POST /rest/api/3/issue/OPS-1/comment',
      input: {
        method: 'POST',
        url: expect.stringMatching(/^https:\/\/.+\/rest\/api\/3\/issue\/OPS-1\/comment$/),
        headers: { 'x-trace': 'of OPS-1', 'content-type': 'application/json' },
        body: '{"about":"OPS-1"}',
      },
    });
    if (!type) throw new Error('The catalogue has no jira.');
    for (const secret of openedOfType(type, sampleValues(type)).secrets) {
      expect(JSON.stringify(test)).not.toContain(secret);
    }
    expect(stand.meant).toEqual([]);
  });

  it('fails when the integration is of another type', async () => {
    const test = await runActionTest({ as: 'okta' });
    expect(test).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('another type'),
    });
  });

  it('sends a request that only reads', async () => {
    const call = { method: 'GET', path: '/rest/api/3/issue/{issue}' };
    const test = await runActionTest({ call });
    expect(test).toMatchObject({ status: 'SUCCEEDED', output: { result: { id: '1' } } });
    expect(stand.meant).toHaveLength(1);
  });

  it('sends no request when the action needs an approval', async () => {
    const call = { method: 'GET', path: '/rest/api/3/issue/{issue}' };
    const test = await runActionTest({ call, approval_required: true });
    expect(test).toMatchObject({ status: 'SUCCEEDED', would: expect.stringContaining('GET') });
    expect(stand.meant).toEqual([]);
  });
});

describe('a test of an action', () => {
  it('runs the action', async () => {
    const test = await runActionTest({ dry_run: false });
    expect(test).toMatchObject({ status: 'SUCCEEDED', output: { status: 200 } });
    expect(stand.meant).toHaveLength(1);
  });

  it('does not run an action that needs an approval', async () => {
    const test = await runActionTest({ dry_run: false, approval_required: true });
    expect(test).toMatchObject({ status: 'SUCCEEDED', would: expect.stringContaining('POST') });
    expect(stand.meant).toEqual([]);
  });
});
