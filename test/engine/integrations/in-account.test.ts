import { openServiceCalls } from '#lib/aws/service-calls.ts';
import { aws as awsType } from '#lib/domain/integrations/catalogue/aws.ts';
import { bedrock } from '#lib/domain/integrations/catalogue/bedrock.ts';
import { catalogue } from '#lib/domain/integrations/catalogue.ts';
import type { IntegrationType } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import {
  type Answer,
  type AwsServer,
  jsonAnswer,
  openAwsServer,
} from '#test/support/aws-server.ts';
import type { PolicyDocument } from '#test/support/iam.ts';
import { clientOf } from '#test/support/loopback.ts';
import { ourUser } from '#test/support/sts-server.ts';
import { openedOfType, sampleValues, testConnection } from './samples.ts';

/** The test call of each service and its permission, by AWS's documentation. */
const expected: Record<string, { arrives: string; takes: string; body: unknown }> = {
  aws_ses: { arrives: 'ses GET /v2/email/account', takes: 'ses:GetAccount', body: {} },
  bedrock: {
    arrives: 'bedrock GET /foundation-models',
    takes: 'bedrock:ListFoundationModels',
    // The models that a sample of the form names.
    body: { modelSummaries: [{ modelId: 'small' }, { modelId: 'some-default_model' }] },
  },
  guardduty: {
    arrives: 'guardduty GET /detector',
    takes: 'guardduty:ListDetectors',
    body: { detectorIds: ['d-1'] },
  },
  security_hub: {
    arrives: 'securityhub GET /accounts',
    takes: 'securityhub:DescribeHub',
    body: { HubArn: 'arn:aws:securityhub:eu-west-1:111122223333:hub/default' },
  },
};

const role_arn = 'arn:aws:iam::111122223333:role/cloudwarden-integration-0a1b2c';
const external_id = 'ours-0123456789abcdef';
const account = openedOfType(
  awsType,
  { account_id: '111122223333', region: 'us-east-1', role_arn, external_id },
  { alias: 'Production' },
);

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
beforeEach(async () => {
  const answers = Object.values(expected).map(({ arrives, takes, body }): [string, Answer] => [
    arrives,
    { takes, answer: jsonAnswer(body) },
  ]);
  aws = await openAwsServer(Object.fromEntries(answers));
  aws.roles.set(role_arn, { trust });
});
afterEach(() => aws.close());

const types = catalogue.filter(({ auth }) => auth.kind === 'aws_account');
const namedTypes = types.map((type): [string, IntegrationType] => [type.name, type]);

const runTest = (type: IntegrationType, overrides: object = { account }, formValues = {}) => {
  const { endpoint } = clientOf(aws);
  const calls = openServiceCalls({ stsConfig: clientOf(aws), services: { endpoint } });
  const values = { ...sampleValues(type), region: 'eu-west-1', ...formValues };
  const never = () => Promise.reject(new Error('Nothing is called over HTTP.'));
  const deps = { outgoing: never, clock: Date.now, aws: calls };
  return testConnection(openedOfType(type, values, overrides), deps);
};

describe('the test of a service in an AWS account', () => {
  it('is documented in this file for every type', () => {
    expect(types.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(namedTypes)(
    'makes one call in its region with a limited session: %s',
    async (name, type) => {
      expect(await runTest(type)).toEqual({ ok: true, connected_as: 'Production' });
      const { arrives, takes } = expected[name] ?? {};
      const [call, ...otherCalls] = aws.calls;
      expect(otherCalls).toEqual([]);
      expect(`${call?.service} ${call?.name}`).toBe(arrives);
      expect(call).toMatchObject({ region: 'eu-west-1', session: 'cloudwarden-connection-test' });
      const { policy } = aws.asked[0] ?? {};
      expect((JSON.parse(String(policy)) as PolicyDocument).Statement).toEqual([
        {
          Effect: 'Allow',
          Action: [takes],
          Resource: '*',
          Condition: { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } },
        },
      ]);
    },
  );

  it.each(namedTypes)('names the permission that the role lacks: %s', async (name, type) => {
    const { takes = '' } = expected[name] ?? {};
    aws.lacking.add(takes);
    const outcome = await runTest(type);
    const pattern = new RegExp(
      `"Production": its role lacks the permission ${takes}\\. Add a policy`,
    );
    expect(outcome).toEqual({ ok: false, reason: expect.stringMatching(pattern) });
  });

  it('fails when Amazon Bedrock does not list a model of the form', async () => {
    const defaultModel = (name: string) =>
      runTest(bedrock, { account }, { models: '', default_model: name });
    expect(await defaultModel('amazon.nova-lite-v9:0')).toEqual({
      ok: false,
      reason:
        'Amazon Bedrock in eu-west-1 has no model "amazon.nova-lite-v9:0". It has ' +
        'small, some-default_model. Check "Models" and "Default model" in the form.',
    });
    // Lists of models do not contain inference profiles, which lead to models.
    expect(await defaultModel('eu.amazon.nova-pro-v1:0')).toMatchObject({ ok: true });
  });

  it.each(namedTypes)('fails when the account or its role is gone: %s', async (_name, type) => {
    expect(await runTest(type, {})).toEqual({
      ok: false,
      reason: 'The AWS account of "Ours" was deleted. Open the integration and choose another one.',
    });
    aws.roles.delete(role_arn);
    const reason = expect.stringContaining('does not let Cloudwarden assume');
    expect(await runTest(type)).toEqual({ ok: false, reason });
    expect(aws.calls).toEqual([]);
  });
});
