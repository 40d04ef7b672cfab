import { type ActionCall, restCallOf } from '#lib/domain/actions/action-call.rules.ts';
import { joinUrl } from '#lib/domain/integrations/call.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { limits } from '#lib/kernel/limits.ts';
import { addressOf } from '../integrations/authorise-request.ts';
import { secretMasker } from '#lib/kernel/secret-masking.ts';
import { send } from '../integrations/send.ts';
import { targetFor } from '../integrations/target.ts';
import { parseAnswerBody } from '../nodes/answer.ts';
import {
  failureOfError,
  failureOfStatus,
  isFailed,
  wrongAnswerFailure,
} from '../nodes/call-failure.ts';
import { integrationOf } from '../nodes/integration.ts';
import { type Done, type EffectCall, type Failed, failedForGood } from '../nodes/node.ts';
import { valueAt } from '../nodes/paging.ts';
import type { ActionRequest, ActionRules } from './kind.ts';
import { reportedFailure } from './reported-failure.ts';
import { wrongTypeFailure } from './unsupported-integration.ts';

type RestRequest = Omit<ActionCall, 'path'> & { url: string };
type Prepared = { request: RestRequest; integration: OpenedIntegration };

const prepare = async (
  call: EffectCall,
  { action, input, integration: setting }: ActionRequest<'rest'>,
): Promise<Prepared | Failed> => {
  const request = restCallOf(action, input);
  if (typeof request === 'string') return failedForGood(request);
  const integration = await integrationOf(call, setting, 'requests');
  if (isFailed(integration)) return integration;
  const mismatch = wrongTypeFailure(action, integration);
  if (mismatch) return mismatch;
  const { path, ...rest } = request;
  // Some actions name a full URL: clouds have a host for each of their services.
  const url = path.startsWith('https:') ? path : joinUrl(addressOf(integration), path);
  return { request: { ...rest, url }, integration };
};

const run = async (
  call: EffectCall,
  actionRequest: ActionRequest<'rest'>,
): Promise<Done | Failed> => {
  const { action } = actionRequest;
  const prepared = await prepare(call, actionRequest);
  if (isFailed(prepared)) return prepared;
  const { request, integration } = prepared;
  const headers = { ...request.headers, 'idempotency-key': call.key };
  const timeoutMs = Math.min(actionRequest.timeoutMs, limits.httpTotal);
  const sent = { ...request, headers, timeoutMs };
  const { answer, hide } = await send(sent, integration, call.deps);
  const body = hide(parseAnswerBody(answer));
  const output = { status: answer.status, result: valueAt(body, action.call.result ?? '') };
  if (answer.status >= 400) {
    return { ...failureOfStatus(answer, call.now), output: { ...output, result: body } };
  }
  const denied = wrongAnswerFailure(answer, sent.url) ?? reportedFailure(action, body);
  return denied ? { ...denied, output } : { type: 'done', output, handle: 'next' };
};

/** A request to the address of an integration. Only a GET counts as reading. */
export const rest: ActionRules<'rest'> = {
  plan({ action, input }) {
    const request = restCallOf(action, input);
    if (typeof request === 'string') return request;
    const { method, path, body } = request;
    return {
      would: `${method} ${path}`,
      details: { method, path: path.slice(0, 2000), ...(body && { body: body.slice(0, 2000) }) },
      onlyReads: method === 'GET',
    };
  },

  async preview(call, actionRequest) {
    try {
      const prepared = await prepare(call, actionRequest);
      if (isFailed(prepared)) return prepared;
      const { request, integration } = prepared;
      const { href: url } = targetFor(request.url, integration);
      const headers = { ...integration.type.headers, ...request.headers };
      const sent = { ...request, url, headers };
      return { type: 'preview', sent: secretMasker(integration)(sent) };
    } catch (error) {
      return failureOfError(error);
    }
  },

  perform: (call, actionRequest) => run(call, actionRequest).catch(failureOfError),
};
