import type { APIGatewayProxyResult } from 'aws-lambda';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Proof } from '#lib/domain/account/caller.service.ts';
import type { WebhookRequest } from '#lib/domain/listeners/webhook.service.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { agentPath, webhookPath } from '#lib/routes.ts';
import type { ApiDispatch } from './api-dispatch.ts';
import type { AddressOf } from './caller-address.ts';
import { headerLists, queryLists } from './gateway-event.ts';
import { pathMatcher } from './match-path.ts';
import { bodyLimits, methodNotAllowed, type Mount, readBody } from './respond.ts';
import { writeCompressed, writeUncompressed } from './write-answer.ts';

/** A call of an agent as received. */
type RawCall = {
  variables: Record<string, string>;
  headers: Record<string, string | undefined>;
  body: string;
  address: string;
  /** Aborted when its connection ends. */
  gone: AbortSignal;
};

/** The console's API under `/api`, derived from the list of routes. */
export const apiMount = (
  dispatch: ApiDispatch,
  prove: (authorization: string | undefined, address: string) => Promise<Proof>,
  addressOf: AddressOf,
): Mount => {
  const serve = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const path = url.pathname.slice('/api/'.length);
    const answer = dispatch(request.method ?? '', path);
    const viewer = addressOf(request);
    const proof = await prove(request.headers.authorization, viewer);
    const body = await readBody(request, bodyLimits.api);
    const authorizer = { proof: JSON.stringify(proof), viewer };
    await writeCompressed(request, response, await answer({ request, url, body, authorizer }));
  };

  return { claims: (path) => path.startsWith('/api/'), serve };
};

/** The public API of agents: one path, POST only, authenticated by a signature. */
export const agentMount = (
  answer: (call: RawCall) => Promise<APIGatewayProxyResult>,
  addressOf: AddressOf,
): Mount => {
  const match = pathMatcher(agentPath);

  return {
    claims: (path) => match(path.slice(1)) !== undefined,
    serve: async (request, response, url) => {
      if (request.method !== 'POST') throw methodNotAllowed(['POST']);
      const variables = match(url.pathname.slice(1)) ?? {};
      const body = (await readBody(request, bodyLimits.webhook)).toString('utf8');
      const lists = Object.entries(headerLists(request));
      // A header that was sent twice is ignored.
      const single = lists.filter(([, values]) => values.length === 1);
      const headers = Object.fromEntries(single.map(([name, [value]]) => [name, value]));
      const hangUp = new AbortController();
      response.once('close', () => hangUp.abort());
      const from = { address: addressOf(request), gone: hangUp.signal };
      const result = await answer({ variables, headers, body, ...from });
      writeUncompressed(response, result);
    },
  };
};

/**
 * The public webhook API: one path, POST only. The call is passed to its handler directly:
 * converting it to an API Gateway event would encode and decode each body needlessly.
 */
export const webhookMount = (
  answer: (request: WebhookRequest) => Promise<APIGatewayProxyResult>,
): Mount => {
  const match = pathMatcher(webhookPath);

  return {
    claims: (path) => path.startsWith('/integrations/'),
    serve: async (request, response, url) => {
      const { type, listener_id } = match(url.pathname.slice(1)) ?? {};
      if (type === undefined || listener_id === undefined) throw notFound('address');
      if (request.method !== 'POST') throw methodNotAllowed(['POST']);
      const body = await readBody(request, bodyLimits.webhook);
      const call = { headers: headerLists(request), query: queryLists(url), body };
      const result = await answer({ type, listener_id, call });
      writeUncompressed(response, result);
    },
  };
};
