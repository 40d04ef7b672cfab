import { accountId, region } from './account.ts';
import { fits, listOf, type Statement } from './iam.ts';
import type { LoopbackRequest } from './loopback.ts';

/** One use of AWS, as policies speak of it. */
export type Access = { action: string; resource: string; context: Record<string, string> };

/** Who called which service, by the request's signature. */
export const signerOf = ({ headers }: LoopbackRequest) => {
  const [, scope = ''] = /Credential=([^,]+),/.exec(String(headers.authorization)) ?? [];
  const parts = scope.split('/');
  return { caller: parts.slice(0, -4).join('/'), service: parts.at(-2) ?? '' };
};

type Fields = Record<string, string> & {
  EncryptionContext?: Record<string, string>;
  Target?: { RoleArn: string };
};

const arn = (service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${rest}`;

const target = ({ headers }: LoopbackRequest): string =>
  String(headers['x-amz-target']).split('.').at(-1) ?? '';

type Describe = (request: LoopbackRequest, fields: Fields) => Access | Omit<Access, 'context'>;

const describe: Record<string, Describe> = {
  dynamodb: (request, { TableName, IndexName, RequestItems }) => {
    const [table = TableName] = Object.keys(Object(RequestItems));
    return {
      action: `dynamodb:${target(request)}`,
      resource: arn('dynamodb', `table/${table}${IndexName ? `/index/${IndexName}` : ''}`),
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

/** What a request asks for; throws for a service that nothing of ours uses. */
export const accessOf = (service: string, request: LoopbackRequest): Access => {
  const described = describe[service]?.(request, fieldsOf(request));
  if (!described) throw new Error(`Nothing is known of ${service}.`);
  return { context: {}, ...described };
};

/** The role that a request hands to a service, which the caller must be permitted to pass. */
export const passedBy = (service: string, request: LoopbackRequest): Access[] => {
  const { Target } = fieldsOf(request);
  if (!Target) return [];
  const context = { 'iam:PassedToService': `${service}.amazonaws.com` };
  return [{ action: 'iam:PassRole', resource: Target.RoleArn, context }];
};

const holds = (statement: Statement, { context }: Access): boolean =>
  Object.entries(statement.Condition ?? {}).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => {
      if (operator === 'Null') return (context[key] === undefined) === (wanted === 'true');
      if (operator === 'StringEquals') return listOf(wanted).includes(context[key] ?? '');
      throw new Error(`The condition ${operator} is not understood here.`);
    }),
  );

/** Whether a statement permits a use. A small part of IAM: what our own roles are made of. */
export const permits = (statement: Statement, access: Access): boolean =>
  statement.Effect === 'Allow' &&
  listOf(statement.Action).some((pattern) => fits(pattern, access.action)) &&
  listOf(statement.Resource).some((pattern) => fits(pattern, access.resource)) &&
  holds(statement, access);
