import { setTimeout as pause } from 'node:timers/promises';
import { awsCallOf, type PlannedAwsCall } from '#lib/domain/actions/aws-call.rules.ts';
import { missingRight, permissionsFor } from '#lib/domain/bots/aws-rights.rules.ts';
import {
  onlyReads,
  permissionsOf,
  serviceOf,
  sessionPolicy,
} from '#lib/domain/integrations/aws/permissions.rules.ts';
import type { AwsReply, AwsRequest } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { isFailed } from '../nodes/attempt.ts';
import { integrationOf } from '../nodes/integration.ts';
import { type Done, type EffectCall, type Failed, failed, hopeless } from '../nodes/node.ts';
import { at } from '../nodes/paging.ts';
import type { ActionRules, Asked } from './kind.ts';
import { notForThis } from './not-for-this.ts';

/** What AWS says where a role, or what narrows it, does not permit a call. */
const denials = /^(AccessDenied|AccessDeniedException|UnauthorizedOperation|AuthorizationError)/;

/** `… is not authorized to perform: ec2:StopInstances on resource …` */
const missing = (message: string, usual: string): string =>
  /perform: ([a-z0-9-]+:[A-Za-z]+)/.exec(message)?.[1] ?? usual;

type Failure = Extract<AwsReply, { kind: 'failed' }>;

/** Why a call failed, for people. */
const failureOf = (
  { name, message, again }: Failure,
  request: AwsRequest,
  alias: string,
): Failed => {
  const call = `${request.service}:${request.operation}`;
  if (denials.test(name)) {
    const right = missing(message, permissionsOf(request)[0] ?? call);
    return hopeless(
      `AWS refused ${call} in "${alias}": its role lacks the permission ${right}. ` +
        'Give it to the role, or connect the account with the right to change what bots mend.',
    );
  }
  const said = message.slice(0, 500).replace(/[.\s]+$/, '');
  const why = `AWS refused ${call}: ${said} (${name}).`;
  return again ? failed(why) : hopeless(why);
};

/** Why a call is not made: nobody saw it when the bot was published. */
const notPublished = (
  { rights }: EffectCall,
  { action, integration }: Asked<'aws'>,
  { region }: PlannedAwsCall,
): Failed | undefined => {
  const permissions = permissionsFor(action.call);
  const meant = { integration_id: integration.id ?? '', permissions, region };
  const missing = rights && missingRight(rights, meant);
  if (missing === undefined) return undefined;
  const where = region === '' ? '' : ` in ${region}`;
  return hopeless(
    `This version was published without the call ${missing}${where}. ` +
      'Look at what the bot may call, and publish it again.',
  );
};

type Prepared = { request: AwsRequest; planned: PlannedAwsCall; alias: string };

/** Runs and calls are told in the trail of the account: `cloudwarden-exc_…`. */
const sessionOf = (key: string): string =>
  `cloudwarden-${key.split(':')[0] ?? ''}`.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64);

const requestOf = (
  call: EffectCall,
  { action, timeoutMs }: Asked<'aws'>,
  { values }: OpenedIntegration,
  { region, parameters }: PlannedAwsCall,
): AwsRequest => {
  const { service, operation } = action.call;
  const where = region === '' ? (values.region ?? '') : region;
  return {
    role: { role_arn: values.role_arn ?? '', external_id: values.external_id ?? '' },
    session: sessionOf(call.key),
    policy: sessionPolicy(permissionsFor(action.call), { service, region: where }),
    service,
    operation,
    region: where,
    parameters,
    timeoutMs,
  };
};

const prepare = async (call: EffectCall, asked: Asked<'aws'>): Promise<Prepared | Failed> => {
  const planned = awsCallOf(asked.action, asked.given);
  if (typeof planned === 'string') return hopeless(planned);
  const integration = await integrationOf(call, asked.integration, 'aws');
  if (isFailed(integration)) return integration;
  const other = notForThis(asked.action, integration);
  if (other) return other;
  const outside = notPublished(call, asked, planned);
  if (outside) return outside;
  return {
    request: requestOf(call, asked, integration, planned),
    planned,
    alias: integration.alias,
  };
};

const once = async (
  { deps }: EffectCall,
  { request, alias }: Prepared,
): Promise<Extract<AwsReply, { kind: 'answered' }> | Failed> => {
  const reply = await deps.aws(request);
  if (reply.kind === 'answered') return reply;
  if (reply.kind === 'failed') return failureOf(reply, request, alias);
  return reply.again ? failed(reply.reason) : hopeless(reply.reason);
};

/** A state as it is compared and told. */
const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

const run = async (call: EffectCall, asked: Asked<'aws'>): Promise<Done | Failed> => {
  const prepared = await prepare(call, asked);
  if (isFailed(prepared)) return prepared;
  const { until } = prepared.planned;
  const ends = performance.now() + asked.timeoutMs;
  for (;;) {
    const reply = await once(call, prepared);
    if ('type' in reply) return reply;
    const { value, truncated } = reply;
    const result = at(value, asked.action.call.result ?? '');
    const output = { result, ...(truncated && { truncated }) };
    const state = until && textOf(at(value, until.at));
    if (!until || state === until.is) return { type: 'done', output, handle: 'next' };
    const waitMs = until.every_seconds * 1000;
    if (performance.now() + waitMs > ends) {
      const now = state === undefined ? 'there is none' : `it is ${state}`;
      const error = `It was not ${until.is} within ${asked.timeoutMs / 1000} s: ${now}.`;
      return { type: 'failed', error, output };
    }
    await pause(waitMs);
  }
};

/** Letters of the parameters that are kept to be shown. */
const mostShown = 2000;

const shortened = (parameters: object): unknown => {
  const text = JSON.stringify(parameters);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : parameters;
};

/** A call of AWS, by a session that may do this call and nothing else. */
export const aws: ActionRules<'aws'> = {
  plan({ action, given }) {
    const planned = awsCallOf(action, given);
    if (typeof planned === 'string') return planned;
    const { service, operation } = action.call;
    const { region, parameters } = planned;
    const call = `${service}:${operation}`;
    return {
      would: `call ${call}${region === '' ? '' : ` in ${region}`}`,
      shown: { call, ...(region !== '' && { region }), parameters: shortened(parameters) },
      onlyReads: onlyReads(action.call),
      ...(serviceOf(service).hasDryRun && { canRehearse: true }),
    };
  },

  perform: run,

  async rehearse(call, asked) {
    const prepared = await prepare(call, asked);
    if (isFailed(prepared)) return prepared;
    const { request, alias } = prepared;
    const parameters = { ...request.parameters, DryRun: true };
    const reply = await call.deps.aws({ ...request, parameters });
    if (reply.kind === 'shut out') return failed(reply.reason);
    if (reply.kind === 'answered' || reply.name === 'DryRunOperation') return 'permitted';
    return failureOf(reply, request, alias);
  },
};
