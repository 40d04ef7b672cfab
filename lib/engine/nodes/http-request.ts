import * as z from 'zod';
import { httpMethods, pagings } from '#lib/domain/bots/nodes/http-request.schema.ts';
import { joinUrl } from '#lib/domain/integrations/call.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { integrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { addressOf } from '../integrations/authorise-request.ts';
import { send as sendWith } from '../integrations/send.ts';
import { parseTarget } from '../outgoing/redirect.ts';
import type { OutgoingRequest } from '../outgoing/request.ts';
import { shownAddress } from './address.ts';
import { parseAnswerBody } from './answer.ts';
import { failureOfError, failureOfStatus, isFailed, wrongAnswerFailure } from './call-failure.ts';
import { integrationOf } from './integration.ts';
import {
  type Call,
  type Done,
  dryRunOutcome,
  type EffectCall,
  type Failed,
  failedForGood,
  type NodeRules,
} from './node.ts';
import { fetchPages } from './paging.ts';
import { parseOnce } from './read-once.ts';
import { cutText } from './shown.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** The settings after their expressions were evaluated. */
const evaluatedSettings = z.object({
  method: z.enum(httpMethods),
  url: z.string('The URL is not text.').trim().min(1, 'The URL is empty.'),
  integration: integrationSetting.optional(),
  headers: z.array(z.object({ name: z.string(), value: text.default('') })),
  body: z.unknown().optional(),
  timeout_seconds: z.number(),
  paging: z.enum(pagings).default('none'),
  items_path: z.string().default(''),
  next_path: z.string().default(''),
  page_parameter: z.string().default('page'),
  first_page: z.number().default(1),
  max_pages: z.number().default(1),
});
type PreparedRequest = z.infer<typeof evaluatedSettings>;

const parse = parseOnce(({ settings }: Call): PreparedRequest | Failed => {
  const parsed = evaluatedSettings.safeParse(settings);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return failedForGood(`The ${String(issue?.path[0])} cannot be sent: ${issue?.message}`);
});

const hasHeader = ({ headers }: PreparedRequest, name: string): boolean =>
  headers.some((header) => header.name.toLowerCase() === name);

const bodyOf = ({ body }: PreparedRequest): { body?: string; isJson: boolean } => {
  if (body === undefined || body === null || body === '') return { isJson: false };
  if (typeof body === 'string') return { body, isJson: false };
  return { body: JSON.stringify(body), isJson: true };
};

/** Headers without user data, which may follow a redirect to another host. */
const harmless = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

const headersOf = (
  prepared: PreparedRequest,
  key: string,
  isJson: boolean,
): Record<string, string> => ({
  ...(isJson && !hasHeader(prepared, 'content-type') && { 'content-type': 'application/json' }),
  ...(!hasHeader(prepared, 'idempotency-key') && { 'idempotency-key': key }),
  ...Object.fromEntries(prepared.headers.map(({ name, value }) => [name, value])),
});

const secretName = /auth|cookie|token|key|secret|password|signature/i;

/** The request as it is shown: without secrets, and with long texts cut. */
const shownRequest = ({ method, url, integration, headers, body }: PreparedRequest) => {
  const mask = ({ name, value }: { name: string; value: string }) =>
    [name, secretName.test(name) ? '••••' : value.slice(0, 200)] as const;
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return {
    method,
    url: url.slice(0, 2000),
    ...(integration && { integration }),
    headers: Object.fromEntries(headers.map(mask)),
    ...(sent && { body: cutText(sent) }),
  };
};

/** Sends the request, with the integration where there is one. */
const sendRequest = async (
  { deps }: EffectCall,
  request: OutgoingRequest,
  integration: OpenedIntegration | undefined,
) => {
  if (integration) return sendWith(request, integration, deps);
  return { answer: await deps.outgoing(request), hide: <T>(value: T) => value };
};

/** Whether the request may change something, so that a dry run must not send it. */
const isChange = ({ method }: PreparedRequest): boolean => method !== 'GET' && method !== 'HEAD';

/** Sends the request to one URL and returns its output, or the failure. */
const sendToUrl = async (
  call: EffectCall,
  prepared: PreparedRequest,
  integration: OpenedIntegration | undefined,
  target: { url: URL; key: string },
) => {
  const { body, isJson } = bodyOf(prepared);
  const request: OutgoingRequest = {
    method: prepared.method,
    url: target.url.href,
    headers: headersOf(prepared, target.key, isJson),
    ...(body !== undefined && { body }),
    timeoutMs: prepared.timeout_seconds * 1000,
    secretHeaders: prepared.headers
      .map(({ name }) => name.toLowerCase())
      .filter((name) => !harmless.has(name)),
  };
  const { answer, hide } = await sendRequest(call, request, integration);
  const { status } = answer;
  const output = hide({ status, headers: answer.headers, body: parseAnswerBody(answer) });
  if (status >= 400) return { ...failureOfStatus(answer, call.now), output };
  const failure =
    integration && isChange(prepared) ? wrongAnswerFailure(answer, request.url) : undefined;
  if (failure) return { ...failure, output };
  return { output, bytes: Buffer.byteLength(answer.body) };
};

/** The integration of the request, if it names one. */
const openIntegration = async (call: EffectCall, { integration }: PreparedRequest) =>
  integration && integrationOf(call, integration, 'requests');

/** The URL of the request; a path alone is appended to the address of its integration. */
const targetOf = (url: string, integration: OpenedIntegration | undefined): URL => {
  const isPath = integration !== undefined && url.startsWith('/');
  return parseTarget(isPath ? joinUrl(addressOf(integration), url) : url, 'request');
};

const fetchAnswer = async (call: EffectCall, prepared: PreparedRequest): Promise<Done | Failed> => {
  const integration = await openIntegration(call, prepared);
  if (integration && isFailed(integration)) return integration;
  const url = targetOf(prepared.url, integration);
  if (prepared.paging === 'none') {
    const one = await sendToUrl(call, prepared, integration, { url, key: call.key });
    return isFailed(one) ? one : { type: 'done', output: one.output, handle: 'next' };
  }
  const pages = await fetchPages(prepared, url, async (page, index) => {
    const key = index === 0 ? call.key : `${call.key}:${index}`;
    const one = await sendToUrl(call, prepared, integration, { url: page, key });
    return isFailed(one) ? one : { ...one.output, bytes: one.bytes };
  });
  return isFailed(pages) ? pages : { type: 'done', output: pages, handle: 'next' };
};

export const httpRequest: NodeRules = {
  begin(call) {
    const prepared = parse(call);
    if (isFailed(prepared)) return prepared;
    const effectText = `call ${prepared.method} ${shownAddress(prepared.url)}`;
    const effect = { type: 'effect' as const, input: shownRequest(prepared) };
    return isChange(prepared) ? { ...effect, pretend: dryRunOutcome(effectText) } : effect;
  },

  async perform(call) {
    const prepared = parse(call);
    return isFailed(prepared) ? prepared : fetchAnswer(call, prepared).catch(failureOfError);
  },
};
