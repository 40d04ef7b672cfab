import { accountId } from '../../support/account.ts';
import { type Access, permits } from '../../support/iam-verdict.ts';
import { listOf, type PolicyDocument, type Statement } from '../../support/iam.ts';
import type { Account, DeployedResource } from './account.ts';

/** The user of a resource: a role of ours, or an AWS service on behalf of a resource of ours. */
export type Caller = { role: string } | { service: string; from: string };

/** A resource's use of another, which therefore must be permitted. */
export type Edge = {
  /** What stops working without it. */
  subject: string;
  caller: Caller;
  action: string;
  resource: string;
  context?: Access['context'];
};

/** An edge to check, or a sentence about something that leads nowhere. */
export type Finding = Edge | string;

type Policies = { PolicyDocument: PolicyDocument }[];

const statementsIn = (document: unknown): Statement[] =>
  listOf((document as PolicyDocument | undefined)?.Statement).flat();

/** The statements of all of a role's policies. */
const roleStatements = ({ at, ofType }: Account, arn: string): Statement[] => {
  const role = at('AWS::IAM::Role', arn);
  const attached = ofType('AWS::IAM::Policy').filter(({ of }) =>
    (of.Roles as string[]).includes(role?.ref ?? ''),
  );
  const inlinePolicies = Object(role?.of.Policies ?? []) as Policies;
  return [
    ...attached.flatMap(({ of }) => statementsIn(of.PolicyDocument)),
    ...inlinePolicies.flatMap(({ PolicyDocument }) => statementsIn(PolicyDocument)),
  ];
};

const permissionStatement = ({ of }: DeployedResource): Statement => ({
  Effect: 'Allow',
  Action: String(of.Action),
  Resource: '*',
  Principal: { Service: of.Principal },
  ...(typeof of.SourceArn === 'string' && {
    Condition: { ArnLike: { 'aws:SourceArn': of.SourceArn } },
  }),
});

/** The statements of a resource's own policy, by type. */
const resourcePolicies: Record<
  string,
  (account: Account, target: DeployedResource) => Statement[]
> = {
  'AWS::Lambda::Function': ({ ofType }, { arn, ref }) =>
    ofType('AWS::Lambda::Permission')
      .filter(({ of }) => of.FunctionName === arn || of.FunctionName === ref)
      .map(permissionStatement),
  'AWS::SQS::Queue': ({ ofType }, { ref }) =>
    ofType('AWS::SQS::QueuePolicy')
      .filter(({ of }) => (of.Queues as string[]).includes(ref))
      .flatMap(({ of }) => statementsIn(of.PolicyDocument)),
  'AWS::SNS::Topic': ({ ofType }, { ref }) =>
    ofType('AWS::SNS::TopicPolicy')
      .filter(({ of }) => (of.Topics as string[]).includes(ref))
      .flatMap(({ of }) => statementsIn(of.PolicyDocument)),
  'AWS::S3::Bucket': ({ ofType }, { ref }) =>
    ofType('AWS::S3::BucketPolicy')
      .filter(({ of }) => of.Bucket === ref)
      .flatMap(({ of }) => statementsIn(of.PolicyDocument)),
  'AWS::KMS::Key': (_, { of }) => statementsIn(of.KeyPolicy),
  'AWS::IAM::Role': (_, { of }) =>
    statementsIn(of.AssumeRolePolicyDocument).map((one) => ({ Resource: '*', ...one })),
};

const targetOf = ({ made }: Account, resource: string): DeployedResource | undefined =>
  made.find(
    ({ type, arn }) => resourcePolicies[type] && (arn === resource || isInBucket(resource, arn)),
  );

const isInBucket = (resource: string, arn: string): boolean =>
  arn.startsWith('arn:aws:s3:::') && resource.startsWith(`${arn}/`);

const hasPrincipal = (statement: Statement, caller: Caller): boolean => {
  const { Service, AWS } = Object(statement.Principal);
  if ('service' in caller) return listOf(Service).includes(caller.service);
  return listOf(AWS).includes(caller.role);
};

const accessOf = (edge: Edge, owner = accountId): Access => {
  const { action, resource, caller, context = {} } = edge;
  const from = 'from' in caller ? caller.from.replace(`:${accountId}:`, `:${owner}:`) : undefined;
  const source = from !== undefined && {
    'aws:SourceArn': from,
    'AWS:SourceArn': from,
    'aws:SourceAccount': owner,
  };
  return { action, resource, context: { ...source, ...context } };
};

/** Whether a role belongs to another account, which itself decides whether it trusts ours. */
const isForeign = (arn: string): boolean => arn.split(':')[4] !== accountId;

/** Whether the role permits it or, for services and for roles to assume, the resource itself. */
const isPermitted = (account: Account, edge: Edge, access = accessOf(edge)): boolean => {
  const { caller, action } = edge;
  const asRole =
    'role' in caller && roleStatements(account, caller.role).some((one) => permits(one, access));
  const decidedHere = action.startsWith('sts:') && !isForeign(edge.resource);
  if ('role' in caller && !decidedHere) return asRole;
  const target = targetOf(account, edge.resource);
  const targetStatements = target ? (resourcePolicies[target.type]?.(account, target) ?? []) : [];
  const asTarget = targetStatements.some(
    (one) => hasPrincipal(one, caller) && permits(one, access),
  );
  return asTarget && (asRole || 'service' in caller);
};

/** Whether a resource also lets the service in on behalf of another account. */
const isOpenToOtherAccounts = (account: Account, edge: Edge): boolean =>
  'service' in edge.caller &&
  !edge.action.startsWith('sts:') &&
  isPermitted(account, edge, accessOf(edge, '999999999999'));

/** The further permissions that an encrypted queue or topic requires. */
const withKeyEdges = (account: Account, edge: Edge): Edge[] => {
  const { KmsMasterKeyId: id } = targetOf(account, edge.resource)?.of ?? {};
  const key = account.ofType('AWS::KMS::Key').find(({ arn, ref }) => arn === id || ref === id);
  if (!key) return [edge];
  const isReading = edge.action === 'sqs:ReceiveMessage';
  const actions = isReading ? ['kms:Decrypt'] : ['kms:Decrypt', 'kms:GenerateDataKey'];
  const subject = `${edge.subject} (encrypted)`;
  return [edge, ...actions.map((action) => ({ ...edge, subject, action, resource: key.arn }))];
};

const nameOf = (caller: Caller): string =>
  'role' in caller ? caller.role : `${caller.service} for ${caller.from}`;

/** The problems among the findings, as sentences without duplicates. */
export const findProblems = (account: Account, findings: Finding[]): string[] => {
  const problems = findings.flatMap((finding) => {
    if (typeof finding === 'string') return [finding];
    return withKeyEdges(account, finding).flatMap((edge) => {
      const may = `${nameOf(edge.caller)} may not ${edge.action} on ${edge.resource}`;
      if (!isPermitted(account, edge)) return [`${edge.subject}: ${may}`];
      return isOpenToOtherAccounts(account, edge)
        ? [`${edge.subject}: other accounts may do it as well`]
        : [];
    });
  });
  return [...new Set(problems)];
};

/** The permissions of functions that none of the edges needs. */
export const findUnneededPermissions = (account: Account, findings: Finding[]): string[] => {
  const edges = findings.filter((finding) => typeof finding !== 'string');
  return account.ofType('AWS::Lambda::Permission').flatMap((permission) => {
    const statement = permissionStatement(permission);
    const isNeeded = edges.some((edge) => {
      const target = account.at('AWS::Lambda::Function', edge.resource);
      const isIts = [target?.arn, target?.ref].includes(String(permission.of.FunctionName));
      return isIts && hasPrincipal(statement, edge.caller) && permits(statement, accessOf(edge));
    });
    return isNeeded ? [] : [`${permission.id} lets in nobody who calls`];
  });
};
