import * as z from 'zod';
import { type ActionCall, callOf } from '#lib/domain/actions/action-call.rules.ts';
import type { ReadyMade } from '#lib/domain/actions/ready-made.schema.ts';
import { actionOf } from '#lib/domain/actions/ready-made.ts';
import { integrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { addressBehind } from '#lib/domain/integrations/call.rules.ts';
import { addressOf } from '../integrations/authorised.ts';
import { send } from '../integrations/send.ts';
import { readBody } from './answer.ts';
import { failedBy, isFailed, refusedBy } from './attempt.ts';
import { integrationOf } from './integration.ts';
import {
  type Call,
  type Done,
  type EffectCall,
  type Failed,
  failed,
  hopeless,
  type NodeRules,
  pretended,
} from './node.ts';
import { at } from './paging.ts';

/** The settings once their expressions are evaluated. */
const asked = z.object({
  action: z.string(),
  integration: integrationSetting.optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  timeout_seconds: z.number().default(30),
});

type Prepared = {
  action: ReadyMade;
  request: ActionCall;
  integration: z.output<typeof integrationSetting>;
  timeoutMs: number;
};

const prepare = ({ settings }: Call): Prepared | Failed => {
  const { success, data } = asked.safeParse(settings);
  const action = success ? actionOf(data.action) : undefined;
  if (!success || !action) return hopeless('There is no such action. Choose one.');
  if (!data.integration) return hopeless('This node has no integration yet. Choose one.');
  const request = callOf(action, data.parameters);
  if (typeof request === 'string') return hopeless(`"${action.name}" cannot run: ${request}`);
  const timeoutMs = data.timeout_seconds * 1000;
  return { action, request, integration: data.integration, timeoutMs };
};

const shown = ({ action, request, integration }: Prepared) => ({
  action: action.name,
  method: request.method,
  path: request.path.slice(0, 2000),
  integration,
  ...(request.body && { body: request.body.slice(0, 2000) }),
});

/** Why an answer with a good status is a failure all the same. */
const denial = ({ call, name }: ReadyMade, body: unknown): Failed | undefined => {
  const { expects } = call;
  if (!expects || at(body, expects.at) === expects.is) return undefined;
  const why = at(body, expects.why);
  return failed(`"${name}" was refused: ${typeof why === 'string' ? why : 'no reason was given'}.`);
};

const run = async (call: EffectCall, prepared: Prepared): Promise<Done | Failed> => {
  const { action, request, timeoutMs } = prepared;
  const integration = await integrationOf(call, prepared.integration, 'requests');
  if (isFailed(integration)) return integration;
  const { type, alias } = integration;
  if (type.name !== action.integration_type) {
    return hopeless(`"${action.name}" is for another type of integrations than "${alias}".`);
  }
  const { path, headers, ...rest } = request;
  const url = addressBehind(addressOf(integration), path);
  const sent = { ...rest, url, headers: { ...headers, 'idempotency-key': call.key }, timeoutMs };
  const { answer, hide } = await send(sent, integration, call.deps);
  const body = hide(readBody(answer));
  const output = { status: answer.status, result: at(body, action.call.result ?? '') };
  if (answer.status >= 400) {
    return { ...refusedBy(answer, call.now), output: { ...output, result: body } };
  }
  const denied = denial(action, body);
  return denied ? { ...denied, output } : { type: 'done', output, handle: 'next' };
};

/** Runs an action with an integration; one that only reads is run in a dry run too. */
export const restApiAction: NodeRules = {
  begin(call) {
    const prepared = prepare(call);
    if (isFailed(prepared)) return prepared;
    const { action, request } = prepared;
    const would = `run "${action.name}": ${request.method} ${request.path}`;
    const effect = { type: 'effect' as const, input: shown(prepared) };
    return request.method === 'GET' ? effect : { ...effect, pretend: pretended(would) };
  },

  async perform(call) {
    const prepared = prepare(call);
    return isFailed(prepared) ? prepared : run(call, prepared).catch(failedBy);
  },
};
