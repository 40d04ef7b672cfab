import { uuidOf } from '#lib/kernel/ids.ts';
import { awsCallOf, type PlannedAwsCall } from '#lib/domain/actions/aws-call.rules.ts';
import { allPermissionsOf } from '#lib/domain/bots/aws-rights.rules.ts';
import {
  hasDryRun,
  isReadOnlyCall,
  type NamedCall,
  tokenParameterOf,
} from '#lib/domain/integrations/aws/permissions.rules.ts';
import type { AwsReply, AwsRequest } from '#lib/domain/integrations/aws/service-call.schema.ts';
import {
  awsAccountOf,
  type CallFailure,
  callFailureOf,
  deletedAccountText,
  requestTo,
  sessionNameOf,
} from '../integrations/aws-account.ts';
import { isFailed } from '../nodes/call-failure.ts';
import { integrationOf } from '../nodes/integration.ts';
import {
  type Done,
  type EffectCall,
  type Failed,
  failed,
  failedForGood,
  finalOutcome,
  type Later,
} from '../nodes/node.ts';
import { valueAt } from '../nodes/paging.ts';
import { unpublishedCallFailure } from '../nodes/unpublished.ts';
import { cutValue } from '../nodes/shown.ts';
import type { ActionRequest, ActionRules } from './kind.ts';
import { reportedFailure } from './reported-failure.ts';
import { wrongTypeFailure } from './unsupported-integration.ts';
import { sampleNote } from './sample-aws.ts';

type Prepared = {
  request: AwsRequest;
  plannedCall: PlannedAwsCall;
  alias: string;
};

/** Adds the idempotency token by which AWS carries out a repeated call only once. */
const withIdempotencyToken = (
  call: NamedCall,
  parameters: Record<string, unknown>,
  key: string,
): Record<string, unknown> => {
  const name = tokenParameterOf(call);
  return name === undefined ? parameters : { [name]: uuidOf(key), ...parameters };
};

/** The longest time (ms) of one poll; the engine waits between polls. */
const maxPollTime = 30_000;

const prepare = async (
  call: EffectCall,
  actionRequest: ActionRequest<'aws'>,
): Promise<Prepared | Failed> => {
  const plannedCall = awsCallOf(actionRequest.action, actionRequest.input);
  if (typeof plannedCall === 'string') return failedForGood(plannedCall);
  const integration = await integrationOf(call, actionRequest.integration, 'aws');
  if (isFailed(integration)) return integration;
  const mismatch = wrongTypeFailure(actionRequest.action, integration);
  if (mismatch) return mismatch;
  const account = awsAccountOf(integration);
  if (!account) return failedForGood(deletedAccountText(integration));
  const isDefault = plannedCall.region === '';
  const region = isDefault ? (integration.values.region ?? '') : plannedCall.region;
  const unpublishedFailure = unpublishedCallFailure(call, {
    integration_id: actionRequest.integration.id ?? '',
    permissions: allPermissionsOf(actionRequest.action.call),
    region,
    isDefault,
  });
  if (unpublishedFailure) return unpublishedFailure;
  const request = requestTo(account, {
    call: actionRequest.action.call,
    region,
    parameters: withIdempotencyToken(actionRequest.action.call, plannedCall.parameters, call.key),
    session: sessionNameOf(call.key),
    timeoutMs: plannedCall.until
      ? Math.min(maxPollTime, actionRequest.timeoutMs)
      : actionRequest.timeoutMs,
  });
  return { request, plannedCall, alias: account.alias };
};

const toFailure = ({ reason, again }: CallFailure): Failed =>
  (again ? failed : failedForGood)(reason);

const sendRequest = async (
  { deps }: EffectCall,
  { request, alias }: Prepared,
): Promise<Extract<AwsReply, { kind: 'answered' }> | Failed> => {
  const reply = await deps.aws(request);
  if (reply.kind === 'answered') return reply;
  const failure = toFailure(callFailureOf(reply, request, alias));
  return reply.kind === 'failed' && reply.mayBeDone ? { ...failure, mayBeDone: true } : failure;
};

/** A state as a text, for comparison and display. */
const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

/**
 * Makes the call. Until the awaited state is reached, and after passing errors, returns `later`.
 */
const run = async (
  call: EffectCall,
  actionRequest: ActionRequest<'aws'>,
): Promise<Done | Failed | Later> => {
  const prepared = await prepare(call, actionRequest);
  if (isFailed(prepared)) return prepared;
  const { until } = prepared.plannedCall;
  const later = (timeoutFailure: Failed): Later | Failed =>
    until
      ? {
          type: 'later',
          afterMs: until.every_seconds * 1000,
          withinMs: actionRequest.timeoutMs,
          fallback: timeoutFailure,
        }
      : timeoutFailure;
  const reply = await sendRequest(call, prepared);
  if ('type' in reply) return reply.retry === 'no' ? reply : later(reply);
  const { value, truncated } = reply;
  const result = valueAt(value, actionRequest.action.call.result ?? '');
  const note = prepared.request.sample && sampleNote;
  const output = { result, ...(truncated && { truncated }), ...(note && { note }) };
  const denied = reportedFailure(actionRequest.action, value);
  if (denied) return later({ ...denied, output });
  const state = until && textOf(valueAt(value, until.at));
  if (!until || state === until.is) return { type: 'done', output, handle: 'next' };
  const now = state === undefined ? 'no state was returned' : `it is ${state}`;
  return later({ type: 'failed', error: `It is not ${until.is}: ${now}.`, output });
};

/** Whether a dry run polls the awaited state. */
const isPolledInDryRun = ({ call, approval_required }: ActionRequest<'aws'>['action']): boolean =>
  call.until !== undefined && isReadOnlyCall(call) && !approval_required;

/** A dry run does not wait: the result of its first poll counts as the outcome. */
const firstPollOutcome = (outcome: Done | Failed | Later): Done | Failed =>
  outcome.type === 'later' && outcome.fallback.output !== undefined
    ? {
        type: 'done',
        output: outcome.fallback.output,
        handle: 'next',
        would: `check again, for at most ${outcome.withinMs / 1000} s: ${outcome.fallback.error}`,
      }
    : finalOutcome(outcome);

/** A call of AWS, in a session that permits only this call. */
export const aws: ActionRules<'aws'> = {
  plan({ action, input }) {
    const plannedCall = awsCallOf(action, input);
    if (typeof plannedCall === 'string') return plannedCall;
    const { service, operation } = action.call;
    const { region, parameters, until } = plannedCall;
    const call = `${service}:${operation}`;
    const goal = until ? ` until it is ${until.is}` : '';
    return {
      would: `call ${call}${region === '' ? '' : ` in ${region}`}${goal}`,
      details: { call, ...(region !== '' && { region }), parameters: cutValue(parameters) },
      onlyReads: isReadOnlyCall(action.call),
      ...(until && { looks: true }),
      ...((hasDryRun(action.call) || isPolledInDryRun(action)) && { canRehearse: true }),
    };
  },

  async preview(call, actionRequest) {
    const prepared = await prepare(call, actionRequest);
    if (isFailed(prepared)) return prepared;
    const { service, operation, region, parameters } = prepared.request;
    return { type: 'preview', sent: { call: `${service}:${operation}`, region, parameters } };
  },

  perform: run,

  async rehearse(call, actionRequest) {
    if (isPolledInDryRun(actionRequest.action))
      return firstPollOutcome(await run(call, actionRequest));
    const prepared = await prepare(call, actionRequest);
    if (isFailed(prepared)) return prepared;
    const { request, alias } = prepared;
    const parameters = { ...request.parameters, DryRun: true };
    const reply = await call.deps.aws({ ...request, parameters });
    if (reply.kind === 'answered') {
      throw new Error(`${request.service}:${request.operation} was made by a dry run.`);
    }
    if (reply.kind === 'failed' && reply.name === 'DryRunOperation') return 'permitted';
    return toFailure(callFailureOf(reply, request, alias));
  },
};
