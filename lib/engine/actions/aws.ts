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
  planned: PlannedAwsCall;
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
  asked: ActionRequest<'aws'>,
): Promise<Prepared | Failed> => {
  const planned = awsCallOf(asked.action, asked.given);
  if (typeof planned === 'string') return failedForGood(planned);
  const integration = await integrationOf(call, asked.integration, 'aws');
  if (isFailed(integration)) return integration;
  const other = wrongTypeFailure(asked.action, integration);
  if (other) return other;
  const account = awsAccountOf(integration);
  if (!account) return failedForGood(deletedAccountText(integration));
  const isDefault = planned.region === '';
  const region = isDefault ? (integration.values.region ?? '') : planned.region;
  const outside = unpublishedCallFailure(call, {
    integration_id: asked.integration.id ?? '',
    permissions: allPermissionsOf(asked.action.call),
    region,
    isDefault,
  });
  if (outside) return outside;
  const request = requestTo(account, {
    call: asked.action.call,
    region,
    parameters: withIdempotencyToken(asked.action.call, planned.parameters, call.key),
    session: sessionNameOf(call.key),
    timeoutMs: planned.until ? Math.min(maxPollTime, asked.timeoutMs) : asked.timeoutMs,
  });
  return { request, planned, alias: account.alias };
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
  asked: ActionRequest<'aws'>,
): Promise<Done | Failed | Later> => {
  const prepared = await prepare(call, asked);
  if (isFailed(prepared)) return prepared;
  const { until } = prepared.planned;
  const later = (otherwise: Failed): Later | Failed =>
    until
      ? {
          type: 'later',
          afterMs: until.every_seconds * 1000,
          withinMs: asked.timeoutMs,
          otherwise,
        }
      : otherwise;
  const reply = await sendRequest(call, prepared);
  if ('type' in reply) return reply.retry === 'no' ? reply : later(reply);
  const { value, truncated } = reply;
  const result = valueAt(value, asked.action.call.result ?? '');
  const note = prepared.request.sample && sampleNote;
  const output = { result, ...(truncated && { truncated }), ...(note && { note }) };
  const denied = reportedFailure(asked.action, value);
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
const firstPollOutcome = (came: Done | Failed | Later): Done | Failed =>
  came.type === 'later' && came.otherwise.output !== undefined
    ? {
        type: 'done',
        output: came.otherwise.output,
        handle: 'next',
        would: `check again, for at most ${came.withinMs / 1000} s: ${came.otherwise.error}`,
      }
    : finalOutcome(came);

/** A call of AWS, in a session that permits only this call. */
export const aws: ActionRules<'aws'> = {
  plan({ action, given }) {
    const planned = awsCallOf(action, given);
    if (typeof planned === 'string') return planned;
    const { service, operation } = action.call;
    const { region, parameters, until } = planned;
    const call = `${service}:${operation}`;
    const goal = until ? ` until it is ${until.is}` : '';
    return {
      would: `call ${call}${region === '' ? '' : ` in ${region}`}${goal}`,
      shown: { call, ...(region !== '' && { region }), parameters: cutValue(parameters) },
      onlyReads: isReadOnlyCall(action.call),
      ...(until && { looks: true }),
      ...((hasDryRun(action.call) || isPolledInDryRun(action)) && { canRehearse: true }),
    };
  },

  async preview(call, asked) {
    const prepared = await prepare(call, asked);
    if (isFailed(prepared)) return prepared;
    const { service, operation, region, parameters } = prepared.request;
    return { type: 'preview', sent: { call: `${service}:${operation}`, region, parameters } };
  },

  perform: run,

  async rehearse(call, asked) {
    if (isPolledInDryRun(asked.action)) return firstPollOutcome(await run(call, asked));
    const prepared = await prepare(call, asked);
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
