import {
  authOf,
  baseUrlOf,
  customHeadersOf,
  fillTemplate,
  ignoresSsl,
  placeholdersIn,
} from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { withParameter } from '../nodes/address.ts';
import { signatureHeaders } from '../nodes/notification/signature.ts';
import { OutgoingError, type OutgoingRequest } from '../outgoing/request.ts';
import { fetchToken, type TokenDeps } from './fetch-token.ts';
import { type Mask, secretMasker } from '#lib/kernel/secret-masking.ts';
import { targetFor } from './target.ts';
import type { TokenCache } from './tokens.ts';

export type CallDeps = TokenDeps & { tokens: TokenCache };

/** A request with its secrets, and the function that removes them from whatever comes back. */
export type AuthorisedRequest = { request: OutgoingRequest; hide: Mask };

/**
 * The credentials of a request; `extraSecrets` are texts beside the secrets that would reveal them.
 */
type Credentials = {
  headers?: Record<string, string>;
  parameter?: [name: string, value: string];
  extraSecrets?: string[];
};

const longSegment = 16;

/** The parts of a webhook's URL that are as secret as the whole. */
const secretPartsOf = (address: string): string[] => {
  const url = URL.parse(address);
  if (!url) return [];
  const segments = url.pathname.split('/').filter((segment) => segment.length >= longSegment);
  return [url.pathname + url.search, ...segments, ...url.searchParams.values()];
};

/** Headers filled from the form; a header with an empty field is not sent. */
const headersOf = (headers: Record<string, string>, values: OpenedIntegration['values']) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, text]) => placeholdersIn(text).every((name) => (values[name] ?? '') !== ''))
      .map(([name, text]) => [
        fillTemplate(name, values).toLowerCase(),
        fillTemplate(text, values),
      ]),
  );

const credentialsFor = async (
  auth: ChosenAuth,
  integration: OpenedIntegration,
  body: string,
  deps: CallDeps,
): Promise<Credentials> => {
  const { values } = integration;
  switch (auth.kind) {
    case 'headers':
      return { headers: headersOf(auth.headers, values) };
    case 'basic': {
      const pair = `${fillTemplate(auth.user, values)}:${fillTemplate(auth.password, values)}`;
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      return { headers: { authorization }, extraSecrets: [pair] };
    }
    case 'query':
      return { parameter: [fillTemplate(auth.name, values), fillTemplate(auth.value, values)] };
    case 'oauth2':
    case 'google_key': {
      const fetch = () => fetchToken(auth, integration, deps);
      const token = await deps.tokens.of(integration, deps.clock, fetch);
      return { headers: { authorization: `Bearer ${token}` }, extraSecrets: [token] };
    }
    case 'signature':
      return { headers: signatureHeaders(fillTemplate(auth.secret, values), body, deps.clock()) };
    case 'webhook':
      return { extraSecrets: secretPartsOf(fillTemplate(auth.url, values)) };
    case 'aws_account':
    case 'aws_role':
    case 'postgres':
    case 'smtp': {
      const problem = `The integration "${integration.alias}" is ${nonHttpKinds[auth.kind]}.`;
      throw new OutgoingError('request', `${problem} Choose one that is called over HTTP.`);
    }
    default:
      return {};
  }
};

/** Kinds of authentication that are not for HTTP calls. */
const nonHttpKinds = {
  aws_account: 'a service of an AWS account',
  aws_role: 'an AWS account',
  postgres: 'a database',
  smtp: 'a mail server',
} as const;

/** Merged headers by lower-case name; later ones replace earlier ones. */
const mergeHeaders = (...lists: Record<string, string>[]): Record<string, string> =>
  Object.fromEntries(
    lists.flatMap((list) =>
      Object.entries(list).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  );

/**
 * A request with the secrets of an integration, as its type requires them, for one of its hosts. On
 * a redirect to another host they are dropped. Throws an `OutgoingError` where the secrets are not
 * for that host, or no token is issued.
 */
export const authoriseRequest = async (
  request: OutgoingRequest,
  integration: OpenedIntegration,
  deps: CallDeps,
): Promise<AuthorisedRequest> => {
  const { type, values } = integration;
  const url = targetFor(request.url, integration);
  const auth = authOf(type, values);
  const credentials = await credentialsFor(auth, integration, request.body ?? '', deps);
  const secret = mergeHeaders(customHeadersOf(type, values), credentials.headers ?? {});
  const target = credentials.parameter ? withParameter(url, ...credentials.parameter) : url;
  return {
    request: {
      ...request,
      url: target.href,
      headers: mergeHeaders(type.headers ?? {}, request.headers, secret),
      secretHeaders: [...(request.secretHeaders ?? []), ...Object.keys(secret)],
      ...(auth.kind === 'webhook' && { redirects: 'refuse' as const }),
      ...(ignoresSsl(values) && { anyCertificate: true }),
    },
    hide: secretMasker(integration, credentials.extraSecrets),
  };
};

/** The base URL of an integration's calls. Throws an `OutgoingError` where it has none. */
export const addressOf = ({ alias, type, values }: OpenedIntegration): string => {
  const address = baseUrlOf(type, values);
  if (address !== undefined) return address;
  const problem = `The integration "${alias}" has no address that can be called.`;
  throw new OutgoingError('request', `${problem} Open it and enter the address again.`);
};
