import { grantOf } from '#lib/domain/integrations/aws/changes.schema.ts';
import { type NamedCall, permissionsOf } from '#lib/domain/integrations/aws/permissions.rules.ts';
import type { AwsReply, AwsRequest } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { sessionPolicy } from '#lib/domain/integrations/aws/session-policy.rules.ts';
import { authOf } from '#lib/domain/integrations/call.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';

/** The AWS account that makes an integration's calls, or itself; undefined if it was deleted. */
export const awsAccountOf = (one: OpenedIntegration): OpenedIntegration | undefined =>
  authOf(one.type, one.values).kind === 'aws_account' ? one.account : one;

/** Why an integration can make no more calls. */
export const deletedAccountText = ({ alias }: OpenedIntegration): string =>
  `The AWS account of "${alias}" was deleted. Open the integration and choose another one.`;

/** The session name that identifies a run or call in CloudTrail: `cloudwarden-exc_…`. */
export const sessionNameOf = (key: string): string =>
  `cloudwarden-${key.split(':')[0] ?? ''}`.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64);

type RequestedCall = {
  call: NamedCall & { also?: readonly string[] };
  region: string;
  parameters: Record<string, unknown>;
  /** The session name, which CloudTrail records with the call. */
  session: string;
  timeoutMs: number;
};

/** A call with the role of an account, in a session that permits only this call. */
export const requestTo = (
  { values, sample, tenant_id, accountId, alias }: OpenedIntegration,
  { call, region, parameters, session, timeoutMs }: RequestedCall,
): AwsRequest => {
  const { role_arn = '', external_id = '' } = values;
  const { service, operation } = call;
  return {
    owner: { tenant_id, accountId },
    role: { role_arn, external_id },
    ...(sample && { sample: { alias } }),
    session,
    policy: sessionPolicy(call, { role_arn, region, parameters }),
    service,
    operation,
    region,
    parameters,
    timeoutMs,
  };
};

/** Errors of AWS where a role, or the policy of its session, does not permit a call. */
const denials = /^(AccessDenied|AccessDeniedException|UnauthorizedOperation|AuthorizationError)/;

/** `… is not authorized to perform: ec2:StopInstances on resource …` */
const missingPermission = (message: string, defaultPermission: string): string =>
  /perform: ([a-z0-9-]+:[A-Za-z]+)/.exec(message)?.[1] ?? defaultPermission;

/** How to give a role a permission: by updating the stack that created it, or by a policy. */
const permissionAdvice = (permission: string, { role }: AwsRequest, alias: string): string => {
  const name = role.role_arn.split('/').at(-1) ?? '';
  const policy = { Effect: 'Allow', Action: permission, Resource: '*' };
  const advice = `Add a policy to the role ${name} with the statement ${JSON.stringify(policy)}`;
  const grant = grantOf(permission);
  if (grant === undefined) return `${advice}: the stack of the role does not grant it.`;
  const also = grant === 'changes' ? ' and let bots act in the account' : '';
  return `${advice}, or choose "Update role" on the page of the integration "${alias}"${also}.`;
};

/** Why a call failed, for people, and whether another attempt may succeed. */
export type CallFailure = { reason: string; again: boolean };

/** Why AWS did not carry out a call; `alias` is the integration of its account. */
export const callFailureOf = (
  reply: Exclude<AwsReply, { kind: 'answered' }>,
  request: AwsRequest,
  alias: string,
): CallFailure => {
  if (reply.kind === 'shut out') return reply;
  const { name, message, again } = reply;
  const call = `${request.service}:${request.operation}`;
  if (denials.test(name)) {
    const permission = missingPermission(message, permissionsOf(request)[0] ?? call);
    const problem =
      `AWS refused ${call} in "${alias}": ` +
      `its role lacks the permission ${permission}.`;
    return { reason: `${problem} ${permissionAdvice(permission, request, alias)}`, again: false };
  }
  const shortMessage = message.slice(0, 500).replace(/[.\s]+$/, '');
  return { reason: `AWS refused ${call}: ${shortMessage} (${name}).`, again };
};
