import { type ActionCall, callOf } from '#lib/domain/actions/action-call.rules.ts';
import { addressBehind } from '#lib/domain/integrations/call.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { limits } from '#lib/kernel/limits.ts';
import { addressOf } from '../integrations/authorised.ts';
import { hiding } from '#lib/kernel/secret-texts.ts';
import { send } from '../integrations/send.ts';
import { targetFor } from '../integrations/target.ts';
import { readBody } from '../nodes/answer.ts';
import { failedBy, isFailed, misled, refusedBy } from '../nodes/attempt.ts';
import { integrationOf } from '../nodes/integration.ts';
import { type Done, type EffectCall, type Failed, hopeless } from '../nodes/node.ts';
import { at } from '../nodes/paging.ts';
import type { ActionRules, Asked } from './kind.ts';
import { denial } from './denial.ts';
import { notForThis } from './not-for-this.ts';

type Request = Omit<ActionCall, 'path'> & { url: string };
type Prepared = { request: Request; integration: OpenedIntegration };

const prepare = async (
  call: EffectCall,
  { action, given, integration: setting }: Asked<'rest'>,
): Promise<Prepared | Failed> => {
  const request = callOf(action, given);
  if (typeof request === 'string') return hopeless(request);
  const integration = await integrationOf(call, setting, 'requests');
  if (isFailed(integration)) return integration;
  const other = notForThis(action, integration);
  if (other) return other;
  const { path, ...rest } = request;
  // Some actions name a full URL: clouds have a host for each of their services.
  const url = path.startsWith('https:') ? path : addressBehind(addressOf(integration), path);
  return { request: { ...rest, url }, integration };
};

const run = async (call: EffectCall, asked: Asked<'rest'>): Promise<Done | Failed> => {
  const { action } = asked;
  const prepared = await prepare(call, asked);
  if (isFailed(prepared)) return prepared;
  const { request, integration } = prepared;
  const headers = { ...request.headers, 'idempotency-key': call.key };
  const timeoutMs = Math.min(asked.timeoutMs, limits.httpTotal);
  const sent = { ...request, headers, timeoutMs };
  const { answer, hide } = await send(sent, integration, call.deps);
  const body = hide(readBody(answer));
  const output = { status: answer.status, result: at(body, action.call.result ?? '') };
  if (answer.status >= 400) {
    return { ...refusedBy(answer, call.now), output: { ...output, result: body } };
  }
  const denied = misled(answer, sent.url) ?? denial(action, body);
  return denied ? { ...denied, output } : { type: 'done', output, handle: 'next' };
};

/** A request to the address of an integration. Only a GET counts as reading. */
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

  async preview(call, asked) {
    try {
      const prepared = await prepare(call, asked);
      if (isFailed(prepared)) return prepared;
      const { request, integration } = prepared;
      const { href: url } = targetFor(request.url, integration);
      const headers = { ...integration.type.headers, ...request.headers };
      const sent = { ...request, url, headers };
      return { type: 'preview', sent: hiding(integration)(sent) };
    } catch (error) {
      return failedBy(error);
    }
  },

  perform: (call, asked) => run(call, asked).catch(failedBy),
};
