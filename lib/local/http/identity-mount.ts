import { parseJsonObject } from '#lib/kernel/json.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { AddressOf } from './caller-address.ts';
import {
  assertReadRequest,
  bodyLimits,
  methodNotAllowed,
  type Mount,
  readBody,
  sendJson,
} from './respond.ts';

type IdentityEndpoint = {
  handle(
    target: string,
    body: unknown,
    from: string,
  ): Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;
  jwks(): object;
};

/** The identity endpoint under `/identity`, as Amplify and token verifiers call it. */
export const identityMount = (
  identity: IdentityEndpoint,
  poolId: string,
  addressOf: AddressOf,
): Mount => ({
  claims: (path) => path === '/identity' || path.startsWith('/identity/'),
  serve: async (request, response, url) => {
    if (url.pathname === `/identity/${poolId}/.well-known/jwks.json`) {
      assertReadRequest(request);
      sendJson(response, 200, identity.jwks());
      return;
    }
    if (!/^\/identity\/?$/.test(url.pathname)) throw notFound('address');
    if (request.method !== 'POST') throw methodNotAllowed(['POST']);
    const target = request.headers['x-amz-target'];
    const { value } = parseJsonObject(await readBody(request, bodyLimits.api));
    const from = addressOf(request);
    const answer = await identity.handle(typeof target === 'string' ? target : '', value, from);
    sendJson(response, answer.status, answer.body, answer.headers);
  },
});
