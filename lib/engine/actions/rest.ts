import { callOf } from '#lib/domain/actions/action-call.rules.ts';
import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { addressBehind } from '#lib/domain/integrations/call.rules.ts';
import { limits } from '#lib/kernel/limits.ts';
import { addressOf } from '../integrations/authorised.ts';
import { send } from '../integrations/send.ts';
import { readBody } from '../nodes/answer.ts';
import { failedBy, isFailed, refusedBy } from '../nodes/attempt.ts';
import { integrationOf } from '../nodes/integration.ts';
import { type Done, type EffectCall, type Failed, failed, hopeless } from '../nodes/node.ts';
import { at } from '../nodes/paging.ts';
import type { ActionRules, Asked } from './kind.ts';
import { notForThis } from './not-for-this.ts';

/** Why an answer with a good status is a failure all the same. */
const denial = ({ call, name }: ActionOf<'rest'>, body: unknown): Failed | undefined => {
  const { expects } = call;
  if (!expects || at(body, expects.at) === expects.is) return undefined;
  const why = at(body, expects.why);
  return failed(`"${name}" was refused: ${typeof why === 'string' ? why : 'no reason was given'}.`);
};

const run = async (call: EffectCall, asked: Asked<'rest'>): Promise<Done | Failed> => {
  const { action, given } = asked;
  const timeoutMs = Math.min(asked.timeoutMs, limits.httpTotal);
  const request = callOf(action, given);
  if (typeof request === 'string') return hopeless(request);
  const integration = await integrationOf(call, asked.integration, 'requests');
  if (isFailed(integration)) return integration;
  const other = notForThis(action, integration);
  if (other) return other;
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

/** A request to the address of an integration. One that only reads is a GET. */
export const rest: ActionRules<'rest'> = {
  plan({ action, given }) {
    const request = callOf(action, given);
    if (typeof request === 'string') return request;
    const { method, path, body } = request;
    return {
      would: `${method} ${path}`,
      shown: { method, path: path.slice(0, 2000), ...(body && { body: body.slice(0, 2000) }) },
      onlyReads: method === 'GET',
    };
  },

  perform: (call, asked) => run(call, asked).catch(failedBy),
};
