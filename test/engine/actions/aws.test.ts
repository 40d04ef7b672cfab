import { openServiceCalls } from '#lib/aws/service-calls.ts';
import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import type { Done, Failed } from '#lib/engine/nodes/node.ts';
import {
  type Answer,
  type AwsServer,
  errorOf,
  jsonAnswer,
  openAwsServer,
} from '#test/support/aws-server.ts';
import type { PolicyDocument } from '#test/support/iam.ts';
import { clientOf } from '#test/support/loopback.ts';
import { ourUser } from '#test/support/sts-server.ts';
import { integrationId, nodeWorld, openedIntegration } from '../nodes/node-world.ts';
import { type AwsSample, awsSamples } from './aws-samples.ts';

const account_id = '111122223333';
const role_arn = `arn:aws:iam::${account_id}:role/cloudwarden-integration-0a1b2c`;
const external_id = 'ours-0123456789abcdef';
const integration = openedIntegration('aws', {
  account_id,
  region: 'eu-west-1',
  role_arn,
  external_id,
});

const trust = {
  Statement: [
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { AWS: ourUser },
      Condition: { StringEquals: { 'sts:ExternalId': external_id } },
    },
  ],
};

let aws: AwsServer;
let answers: Record<string, Answer>;

/** By default, services give the samples' answers. */
beforeEach(async () => {
  answers = Object.fromEntries(
    Object.values(awsSamples).map(({ arrives, ...sample }) => [arrives, sample]),
  );
  aws = await openAwsServer(answers);
  aws.roles.set(role_arn, { trust });
});
afterEach(() => aws.close());

const world = () => {
  const { endpoint } = clientOf(aws);
  const services = { endpoint, forcePathStyle: true };
  const calls = openServiceCalls({ stsConfig: clientOf(aws), services });
  return nodeWorld({ integrations: [integration, guardDuty], aws: calls });
};

/** GuardDuty of the same account, in another region. */
const guardDutyId = `int_${'1'.repeat(32)}`;
const guardDuty = openedIntegration(
  'guardduty',
  { aws_account: integrationId, region: 'us-west-2' },
  { accountId: guardDutyId, account: integration },
);

const settings = (action: string, parameters: Record<string, unknown>, overrides: object = {}) => ({
  action,
  parameters,
  integration: { type: 'aws', id: integrationId },
  ...overrides,
});

const run = (
  action: string,
  parameters: Record<string, unknown>,
  overrides: object = {},
): Promise<Done | Failed> =>
  world().perform('rest_api_action', settings(action, parameters, overrides));

/** The permission and answer of the call that most tests make. */
const stopped = {
  takes: 'ec2:StopInstances',
  touches: [`ec2:eu-west-1:${account_id}:instance/i-0a1`],
};

const awsActions = readyMadeActions.filter(
  (one): one is ActionOf<'aws'> => one.executable_type === 'aws',
);

const sampleOf = (id: string): AwsSample => {
  const found = awsSamples[id];
  if (!found) throw new Error(`${id} has no sample.`);
  return found;
};

describe.each(awsActions.map((one) => [one._id, one] as const))('%s', (id, action) => {
  it('makes its documented call in a session that is limited to this call', async () => {
    const { given, arrives, holds = [], result } = sampleOf(id);
    expect(await run(id, given)).toEqual({ type: 'done', output: { result }, handle: 'next' });
    expect(aws.calls.map(({ service, name }) => `${service} ${name}`)).toEqual([arrives]);
    const [call] = aws.calls;
    const body = decodeURIComponent((call?.body ?? '').replaceAll('+', ' '));
    for (const part of holds) expect(body).toContain(part);
    const { policy, session } = aws.asked[0] ?? {};
    const { also = [] } = action.call;
    const [statement, ...otherStatements] = (JSON.parse(String(policy)) as PolicyDocument)
      .Statement;
    expect(statement?.Action).toEqual([sampleOf(id).takes]);
    expect(statement?.Resource === '*').toBe(sampleOf(id).touches === undefined);
    expect(otherStatements.flatMap(({ Action }) => Action)).toEqual(also);
    expect(session).toBe('cloudwarden-exc_1');
  });
});

describe('an AWS action', () => {
  const stop = (overrides: object = {}) =>
    run('aws.stop_instances', { instances: ['i-0a1'] }, overrides);

  it('calls the region of the integration unless a parameter names another', async () => {
    await run('aws.start_instances', { instances: ['i-0a1'] });
    await run('aws.stop_instances', { instances: ['i-0a1'], region: 'us-west-2' });
    expect(aws.calls.map(({ region }) => region)).toEqual(['eu-west-1', 'us-west-2']);
    const bound = aws.asked.map(({ policy }) => JSON.parse(String(policy)).Statement[0].Condition);
    expect(bound).toEqual([
      { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } },
      { StringEquals: { 'aws:RequestedRegion': 'us-west-2' } },
    ]);
  });

  it('uses an integration of its AWS service and the region of that integration', async () => {
    const by = { integration: { type: 'guardduty', id: guardDutyId } };
    const archive = { ...sampleOf('aws.archive_guardduty_findings').given, region: undefined };
    expect(await run('aws.archive_guardduty_findings', archive, by)).toMatchObject({
      type: 'done',
    });
    expect(aws.calls.map(({ region, service }) => `${service} ${region}`)).toEqual([
      'guardduty us-west-2',
    ]);
    expect(await run('aws.stop_instances', { instances: ['i-0a1'] }, by)).toMatchObject({
      type: 'failed',
      error: '"Stop EC2 instances" is for another type of integration than "Key".',
    });
  });

  it.each(['evil.example', 'eu-west-1.evil.example/', 'EU', '../x-1'])(
    'refuses the region %j',
    async (region) => {
      const outcome = await run('aws.start_instances', { instances: ['i-0a1'], region });
      expect(outcome).toMatchObject({
        type: 'failed',
        error: expect.stringContaining('is not a region.'),
        retry: 'no',
      });
      expect(aws.asked).toEqual([]);
    },
  );

  it('fails with the missing permission and how to grant it', async () => {
    aws.lacking.add('ec2:StopInstances').add('iam:ListUsers');
    expect(await stop()).toMatchObject({
      type: 'failed',
      error: expect.stringContaining(
        'or choose "Update role" on the page of the integration "Key" and let bots act in the account.',
      ),
      retry: 'no',
    });
    expect(await run('aws.list_users', {})).toMatchObject({
      error:
        'AWS refused iam:ListUsers in "Key": its role lacks the permission iam:ListUsers. ' +
        'Add a policy to the role cloudwarden-integration-0a1b2c with the statement ' +
        '{"Effect":"Allow","Action":"iam:ListUsers","Resource":"*"}, ' +
        'or choose "Update role" on the page of the integration "Key".',
    });
    aws.lacking.add('iam:AttachUserPolicy');
    expect(await run('aws.disable_user', { user: 'ada' })).toMatchObject({
      error: expect.stringContaining('the stack of the role does not grant it.'),
    });
  });

  it('fails with the error of AWS and allows a retry only for temporary errors', async () => {
    const says = (code: string, status: number) => {
      answers['ec2 StopInstances'] = {
        ...stopped,
        answer: errorOf('ec2', code, 'Said by AWS', status),
      };
      return stop();
    };
    const refusal = await says('InvalidInstanceID.NotFound', 400);
    const error = 'AWS refused ec2:StopInstances: Said by AWS (InvalidInstanceID.NotFound).';
    expect(refusal).toMatchObject({ type: 'failed', error, retry: 'no' });
    const before = aws.calls.length;
    const slow = await says('RequestLimitExceeded', 503);
    expect(slow).toMatchObject({ type: 'failed' });
    expect(slow).not.toHaveProperty('retry');
    // The SDK itself makes three attempts.
    expect(aws.calls.length - before).toBe(3);
  });

  it('fails when the invoked Lambda function throws although AWS returns 200', async () => {
    const invokeThrowing = (errorBody: string) => {
      const headers = { 'X-Amz-Function-Error': 'Unhandled' };
      const sample = sampleOf('aws.invoke_function');
      answers[sample.arrives] = { ...sample, answer: { headers, body: errorBody } };
      return run('aws.invoke_function', sample.given);
    };
    const Payload = '{"errorMessage":"Task timed out"}';
    const outcome = await invokeThrowing(Payload);
    expect(outcome).toMatchObject({
      type: 'failed',
      error: `"Invoke a Lambda function" was refused: ${Payload}.`,
      output: { result: { StatusCode: 200, FunctionError: 'Unhandled', Payload } },
    });
    // The function may have had an effect, so there is no retry.
    expect(outcome).not.toHaveProperty('retry');
    const long = await invokeThrowing(`"${'x'.repeat(90_000)}"`);
    expect(long.type === 'failed' && long.error.length).toBeLessThan(600);
  });

  it('fails when Security Hub returns 200 but does not update the finding', async () => {
    const sample = sampleOf('aws.update_securityhub_finding');
    const errorFields = { ErrorCode: 'FindingNotFound', ErrorMessage: 'Finding Not Found' };
    const answer = jsonAnswer({
      ProcessedFindings: [],
      UnprocessedFindings: [{ FindingIdentifier: { Id: 'arn:f' }, ...errorFields }],
    });
    answers[sample.arrives] = { ...sample, answer };
    expect(await run('aws.update_securityhub_finding', sample.given)).toMatchObject({
      type: 'failed',
      error: '"Update a Security Hub finding" was refused: Finding Not Found.',
    });
  });

  it('fails when the role can no longer be assumed', async () => {
    aws.roles.delete(role_arn);
    expect(await stop()).toMatchObject({
      type: 'failed',
      error: `AWS does not let Cloudwarden assume ${role_arn} any more. Test the integration.`,
    });
  });

  it('uses one session for repeated calls on the same resource', async () => {
    const one = world();
    const perform = (action: string, parameters: object = {}) =>
      one.perform('rest_api_action', settings(action, { ...parameters }));
    await perform('aws.list_users');
    await perform('aws.list_users');
    expect([aws.calls.length, aws.asked.length]).toEqual([2, 1]);
    await perform('aws.delete_volume', { volume: 'vol-0a1' });
    await perform('aws.delete_volume', { volume: 'vol-0a1' });
    await perform('aws.delete_volume', { volume: 'vol-0a2' });
    expect(aws.asked).toHaveLength(3);
  });

  it('has a session that permits only the resource it names', async () => {
    await run('aws.delete_volume', { volume: 'vol-0a1' });
    // If AWS read the parameter differently, the session's policy would not permit the call.
    const [deleting] = aws.calls;
    expect(deleting?.body).toContain('vol-0a1');
    const strange = await run('aws.delete_volume', { volume: 'vol-0a2' });
    expect(strange).toMatchObject({
      error: expect.stringContaining('lacks the permission ec2:DeleteVolume.'),
    });
  });

  it('sends the same request token in every attempt', async () => {
    const secret = () => run('aws.rotate_secret', { secret: 'db' });
    await secret();
    await secret();
    const tokens = aws.calls.map(({ body }) => JSON.parse(body).ClientRequestToken);
    expect(tokens[0]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(tokens[1]).toBe(tokens[0]);
  });

  it('reads all pages of a list', async () => {
    const page = (users: string, paginationXml: string) => ({
      headers: { 'content-type': 'text/xml' },
      body:
        `<ListUsersResponse><ListUsersResult><Users>${users}</Users>${paginationXml}` +
        '</ListUsersResult></ListUsersResponse>',
    });
    const user = (name: string) => `<member><UserName>${name}</UserName></member>`;
    answers['iam ListUsers'] = {
      takes: 'iam:ListUsers',
      answer: ({ body }) =>
        new URLSearchParams(body).get('Marker') === 'm2'
          ? page(user('bob'), '<IsTruncated>false</IsTruncated>')
          : page(user('ada'), '<IsTruncated>true</IsTruncated><Marker>m2</Marker>'),
    };
    expect(await run('aws.list_users', {})).toMatchObject({
      output: { result: [{ UserName: 'ada' }, { UserName: 'bob' }] },
    });
  });

  it('marks a list as truncated when more pages remain', async () => {
    const body =
      '<ListUsersResponse><ListUsersResult>' +
      '<Users><member><UserName>ada</UserName></member></Users>' +
      '<IsTruncated>true</IsTruncated><Marker>more</Marker></ListUsersResult></ListUsersResponse>';
    const answer = { headers: { 'content-type': 'text/xml' }, body };
    answers['iam ListUsers'] = { takes: 'iam:ListUsers', answer };
    const outcome = await run('aws.list_users', {});
    expect(outcome).toMatchObject({ type: 'done', output: { truncated: true } });
  });

  it('fails with the current state when it waits for another state', async () => {
    const parameters = { instance: 'i-0a1', state: 'running' };
    expect(await run('aws.wait_for_instance', parameters)).toMatchObject({
      type: 'failed',
      error: 'It is not running: it is stopped.',
      output: { result: { InstanceId: 'i-0a1' } },
    });
  });
});

describe('a dry run of an AWS action', () => {
  const begin = (action: string, parameters: Record<string, unknown>) =>
    world().begin('rest_api_action', settings(action, parameters));
  const rehearse = (parameters: Record<string, unknown>) =>
    world().rehearse('rest_api_action', settings('aws.stop_instances', parameters));

  it('describes a changing call and still makes a reading call', () => {
    const would = 'run "Disable a KMS key": call kms:DisableKey';
    expect(begin('aws.disable_key', { key: 'k' })).toMatchObject({ pretend: { would } });
    expect(begin('aws.disable_key', { key: 'k' })).not.toHaveProperty('isRehearsed');
    expect(begin('aws.stop_instances', { instances: 'i', region: 'us-west-2' })).toMatchObject({
      pretend: { would: 'run "Stop EC2 instances": call ec2:StopInstances in us-west-2' },
      isRehearsed: true,
    });
    expect(begin('aws.list_users', {})).not.toHaveProperty('pretend');
  });

  it('records the call, and only the beginning of a long one', () => {
    expect(begin('aws.invoke_function', { function: 'f', payload: '{"a":1}' })).toMatchObject({
      input: {
        action: 'Invoke a Lambda function',
        call: 'lambda:Invoke',
        parameters: { FunctionName: 'f', Payload: '{"a":1}' },
      },
    });
    const long = begin('aws.invoke_function', { function: 'f', payload: 'x'.repeat(90_000) });
    expect(JSON.stringify(long).length).toBeLessThan(3000);
  });

  it('checks an awaited state once', async () => {
    const parameters = { instance: 'i-0a1', state: 'running' };
    expect(begin('aws.wait_for_instance', parameters)).toMatchObject({
      looks: true,
      isRehearsed: true,
      pretend: { would: expect.stringContaining('call ec2:DescribeInstances until it is running') },
    });
    const waiting = settings('aws.wait_for_instance', parameters);
    expect(await world().rehearse('rest_api_action', waiting)).toMatchObject({
      type: 'done',
      output: { result: { InstanceId: 'i-0a1' } },
      would: 'check again, for at most 30 s: It is not running: it is stopped.',
    });
    expect(aws.calls).toHaveLength(1);
  });

  it('asks EC2 whether the call would be permitted without making the change', async () => {
    answers['ec2 StopInstances'] = {
      ...stopped,
      answer: ({ body }) =>
        new URLSearchParams(body).get('DryRun') === 'true'
          ? errorOf('ec2', 'DryRunOperation', 'Request would have succeeded.', 412)
          : errorOf('ec2', 'Happened', 'It happened.'),
    };
    expect(await rehearse({ instances: ['i-0a1'] })).toBeUndefined();
    aws.lacking.add('ec2:StopInstances');
    expect(await rehearse({ instances: ['i-0a1'] })).toMatchObject({
      error: expect.stringContaining('lacks the permission ec2:StopInstances.'),
    });
  });
});
