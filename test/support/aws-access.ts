import type { TableSpec } from '#lib/kernel/table.ts';
import { accountId, region } from './account.ts';
import type { Access } from './iam-verdict.ts';
import type { LoopbackRequest } from './loopback.ts';

/** The caller and service named by a request's signature, in its headers or in its query string. */
export const signerOf = ({ headers, query }: LoopbackRequest) => {
  const [, inHeader = ''] = /Credential=([^,]+),/.exec(String(headers.authorization)) ?? [];
  const scope = query.get('X-Amz-Credential') ?? inHeader;
  const segments = scope.split('/');
  return { caller: segments.slice(0, -4).join('/'), service: segments.at(-2) ?? '' };
};

type Fields = Record<string, string> & {
  EncryptionContext?: Record<string, string>;
  Target?: { RoleArn: string };
};

const arn = (service: string, resourcePath: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${resourcePath}`;

const target = ({ headers }: LoopbackRequest): string =>
  String(headers['x-amz-target']).split('.').at(-1) ?? '';

type Describe = (
  request: LoopbackRequest,
  fields: Fields,
  specOf: SpecOf,
) => Access | Omit<Access, 'context'>;

/** Returns the table that has a physical name. */
export type SpecOf = (physicalName: string) => TableSpec | undefined;

type Typed = Record<string, { S?: string }>;
type Question = { names?: Record<string, string>; values?: Typed; condition?: string };

/** The values that a query compares the partition key with. */
const partitionValuesOf = (
  { names = {}, values = {}, condition = '' }: Question,
  partition: string,
) =>
  [...condition.matchAll(/(\S+) = (\S+)/g)].flatMap(([, name = '', value = '']) =>
    (names[name] ?? name) === partition ? (values[value]?.S ?? []) : [],
  );

/** The partition keys that a request to DynamoDB names (`dynamodb:LeadingKeys`). */
export const leadingKeys = (fields: object, { partition, indexes }: TableSpec): string[] => {
  const request: Record<string, unknown> = { ...fields };
  const index = indexes?.[String(request.IndexName)];
  const items: Typed[] = [Object(request.Key), Object(request.Item)];
  for (const { Keys = [] } of Object.values(Object(request.RequestItems)) as { Keys?: Typed[] }[]) {
    items.push(...Keys);
  }
  const question: Question = {
    names: Object(request.ExpressionAttributeNames),
    values: Object(request.ExpressionAttributeValues),
    condition: request.KeyConditionExpression as string | undefined,
  };
  const found = items.flatMap((item) => item[partition]?.S ?? []);
  return [...found, ...partitionValuesOf(question, index?.partition ?? partition)];
};

const describeAccess: Record<string, Describe> = {
  dynamodb: (request, fields, specOf) => {
    const { TableName, IndexName, RequestItems } = fields;
    const [table = TableName ?? ''] = Object.keys(Object(RequestItems));
    const spec = specOf(table);
    const keys = spec ? leadingKeys(fields, spec) : [];
    return {
      action: `dynamodb:${target(request)}`,
      resource: arn('dynamodb', `table/${table}${IndexName ? `/index/${IndexName}` : ''}`),
      context: keys.length > 0 ? { 'dynamodb:LeadingKeys': keys } : {},
    };
  },
  sts: ({ body }) => {
    const form = new URLSearchParams(body.toString());
    const tag = form.get('Tags.member.1.Key') ?? '';
    return {
      action: `sts:${form.get('Action')}`,
      resource: form.get('RoleArn') ?? '',
      context: {
        [`aws:RequestTag/${tag}`]: form.get('Tags.member.1.Value') ?? '',
        'aws:TagKeys': [tag],
      },
    };
  },
  s3: ({ method, path }) => {
    const [, bucket = '', ...key] = path.split('/');
    const isObject = key.join('') !== '';
    const verb = { GET: 'GetObject', PUT: 'PutObject', DELETE: 'DeleteObject' }[method] ?? method;
    return isObject
      ? { action: `s3:${verb}`, resource: `arn:aws:s3:::${bucket}/${key.join('/')}` }
      : { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` };
  },
  kms: (request, { KeyId, EncryptionContext = {} }) => ({
    action: `kms:${target(request)}`,
    resource: arn('kms', `key/${KeyId}`),
    context: Object.fromEntries(
      Object.entries(EncryptionContext).map(([name, value]) => [
        `kms:EncryptionContext:${name}`,
        value,
      ]),
    ),
  }),
  events: (request, fields) => {
    const [{ EventBusName = '' } = {}] = Object(fields).Entries;
    return {
      action: `events:${target(request)}`,
      resource: arn('events', `event-bus/${EventBusName}`),
    };
  },
  scheduler: ({ method, path, query }, { GroupName = query.get('groupName') ?? '' }) => {
    const [verb] = { POST: ['Create'], PUT: ['Update'], DELETE: ['Delete'] }[method] ?? [];
    if (!verb) return { action: 'scheduler:ListSchedules', resource: '*' };
    const schedule = `schedule/${GroupName}/${path.replace('/schedules/', '')}`;
    return { action: `scheduler:${verb}Schedule`, resource: arn('scheduler', schedule) };
  },
  lambda: ({ path }) => ({
    action: 'lambda:InvokeFunction',
    resource: path.split('/')[3] ?? '',
  }),
  states: (request, { stateMachineArn, executionArn }) => ({
    action: `states:${target(request)}`,
    resource: stateMachineArn ?? executionArn ?? '*',
  }),
  secretsmanager: (request, { SecretId = '' }) => ({
    action: `secretsmanager:${target(request)}`,
    resource: SecretId,
  }),
  ses: (_request, { FromEmailAddress = '' }) => ({
    action: 'ses:SendEmail',
    resource: arn('ses', `identity/${FromEmailAddress}`),
    context: { 'ses:FromAddress': FromEmailAddress },
  }),
  'execute-api': ({ method, path }) => ({
    action: 'execute-api:ManageConnections',
    resource: arn('execute-api', path.slice(1).replace('/@', `/${method}/@`)),
  }),
  'cognito-idp': (request, { UserPoolId }) => ({
    action: `cognito-idp:${target(request)}`,
    resource: arn('cognito-idp', `userpool/${UserPoolId}`),
  }),
};

const fieldsOf = ({ body }: LoopbackRequest): Fields => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
};

/** The access that a request needs; throws for a service that the product does not use. */
export const accessOf = (
  service: string,
  request: LoopbackRequest,
  specOf: SpecOf = () => undefined,
): Access => {
  const described = describeAccess[service]?.(request, fieldsOf(request), specOf);
  if (!described) throw new Error(`Nothing is known of ${service}.`);
  return { context: {}, ...described };
};

/** Further permissions that a caller needs: a role passed to a service, the tags of a session. */
export const additionalAccessOf = (service: string, request: LoopbackRequest): Access[] => {
  if (service === 'sts') {
    const isTagged = request.body.toString().includes('Tags.member');
    return isTagged ? [{ ...accessOf(service, request), action: 'sts:TagSession' }] : [];
  }
  const { Target } = fieldsOf(request);
  if (!Target) return [];
  const context = { 'iam:PassedToService': `${service}.amazonaws.com` };
  return [{ action: 'iam:PassRole', resource: Target.RoleArn, context }];
};
