import { createPrivateKey, sign } from 'node:crypto';
import * as z from 'zod';
import { fillTemplate, ignoresSsl, tokenUrlOf } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { isAllowedHost } from '#lib/domain/integrations/host.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { jsonExcessReason } from '#lib/kernel/json.ts';
import { type OutgoingAnswer, OutgoingError, type OutgoingRequest } from '../outgoing/request.ts';
import { parseTarget } from '../outgoing/redirect.ts';
import { wrongHostError } from './target.ts';
import type { Token } from './tokens.ts';

export type TokenAuth = Extract<ChosenAuth, { kind: 'oauth2' | 'google_key' }>;
type OAuth = Extract<ChosenAuth, { kind: 'oauth2' }>;
type TokenRequest = Pick<OutgoingRequest, 'headers' | 'body'>;

const tokenTimeout = 10_000;
const maxTokenSeconds = 24 * 60 * 60;

const form = (fields: Record<string, string>): TokenRequest => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

const fillAll = (texts: Record<string, string>, values: OpenedIntegration['values']) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fillTemplate(text, values)]),
  );

const clientCredentials = (auth: OAuth, { values }: OpenedIntegration): TokenRequest => {
  const { client_id, client_secret, parameters = {} } = auth;
  const client = fillAll({ client_id, client_secret }, values);
  const extraParameters = Object.entries(fillAll(parameters, values)).filter(
    ([, text]) => text !== '',
  );
  return form({
    grant_type: 'client_credentials',
    ...Object.fromEntries(extraParameters),
    ...client,
  });
};

const serviceAccount = z.object({
  client_email: z.string(),
  private_key: z.string(),
  private_key_id: z.string().optional(),
});

const encodeJwtPart = (part: object): string =>
  Buffer.from(JSON.stringify(part)).toString('base64url');

const unreadableKeyError = () =>
  new OutgoingError(
    'request',
    'The service account key cannot be read. Enter the whole JSON file again.',
  );

/** The assertion with which a service account requests a token (RFC 7523). */
const googleAssertion = (key: string, scope: string, aud: string, now: number): string => {
  try {
    const account = serviceAccount.parse(JSON.parse(key));
    const iat = Math.floor(now / 1000);
    const header = { alg: 'RS256', typ: 'JWT', kid: account.private_key_id };
    const claims = { iss: account.client_email, scope, aud, iat, exp: iat + 3600 };
    const signingInput = `${encodeJwtPart(header)}.${encodeJwtPart(claims)}`;
    const signature = sign(
      'sha256',
      Buffer.from(signingInput),
      createPrivateKey(account.private_key),
    );
    return `${signingInput}.${signature.toString('base64url')}`;
  } catch {
    // The original error could contain a part of the key.
    throw unreadableKeyError();
  }
};

const requestOf = (
  auth: TokenAuth,
  integration: OpenedIntegration,
  url: string,
  now: number,
): TokenRequest => {
  if (auth.kind === 'oauth2') return clientCredentials(auth, integration);
  const key = fillTemplate(auth.key, integration.values);
  return form({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: googleAssertion(key, auth.scope, url, now),
  });
};

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(300).default(300),
});
const refusal = z.object({ error: z.string().regex(/^[a-z_]{3,50}$/) });

const jsonOf = ({ body }: OutgoingAnswer): unknown => {
  try {
    return body === '' || jsonExcessReason(body) ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
};

const credentialNames: Record<TokenAuth['kind'], string> = {
  oauth2: 'the client ID and the client secret',
  google_key: 'the service account key',
};

/** Why no token was issued: the answer of the token endpoint, and what to check. */
const tokenRefusalError = (
  auth: TokenAuth,
  host: string,
  answer: OutgoingAnswer,
): OutgoingError => {
  const { status } = answer;
  if (status === 429 || status >= 500) {
    const problem = `${host} did not issue a token (status ${status}).`;
    return new OutgoingError('protocol', `${problem} Try again later.`);
  }
  const { data } = refusal.safeParse(jsonOf(answer));
  const detail = data ? `${data.error}, ${status}` : `status ${status}`;
  const advice = `Check ${credentialNames[auth.kind]}: they may be mistyped, expired or revoked.`;
  return new OutgoingError('request', `${host} did not issue a token (${detail}). ${advice}`);
};

export type TokenDeps = {
  outgoing: (request: OutgoingRequest) => Promise<OutgoingAnswer>;
  clock: Clock;
};

/** Fetches a token from the type's endpoint, on one of the hosts. Throws an `OutgoingError`. */
export const fetchToken = async (
  auth: TokenAuth,
  integration: OpenedIntegration,
  { outgoing, clock }: TokenDeps,
): Promise<Token> => {
  const address = tokenUrlOf(auth, integration.values) ?? '';
  const url = parseTarget(address, 'request');
  if (!isAllowedHost(integration, url)) throw wrongHostError(integration, url);
  const { headers, body } = requestOf(auth, integration, address, clock());
  const answer = await outgoing({
    method: 'POST',
    url: url.href,
    headers: { ...headers, accept: 'application/json' },
    ...(body !== undefined && { body }),
    timeoutMs: tokenTimeout,
    secretBody: true,
    redirects: 'refuse',
    ...(ignoresSsl(integration.values) && { anyCertificate: true }),
  });
  const { data } = tokenAnswer.safeParse(answer.status < 300 ? jsonOf(answer) : undefined);
  if (!data) throw tokenRefusalError(auth, url.host, answer);
  const seconds = Math.min(data.expires_in, maxTokenSeconds);
  return { text: data.access_token, expiresAt: clock() + seconds * 1000 };
};
