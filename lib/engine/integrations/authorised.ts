import {
  authOf,
  baseUrlOf,
  fieldsIn,
  fill,
  givenHeaders,
  ignoresSsl,
} from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { withParameter } from '../nodes/address.ts';
import { signatureHeaders } from '../nodes/notification/signature.ts';
import { OutgoingError, type OutgoingRequest } from '../outgoing/request.ts';
import { fetchToken, type TokenDeps } from './fetch-token.ts';
import { type Hide, hiding } from '#lib/kernel/secret-texts.ts';
import { targetFor } from './target.ts';
import type { TokenMemory } from './tokens.ts';

export type CallDeps = TokenDeps & { tokens: TokenMemory };

/** A request with its secrets, and what takes them out of whatever comes back. */
export type Authorised = { request: OutgoingRequest; hide: Hide };

/** What proves who sends a request; `told` are the texts that give it away besides the secrets. */
type Proof = {
  headers?: Record<string, string>;
  parameter?: [name: string, value: string];
  told?: string[];
};

const longSegment = 16;

/** The parts of a webhook's address that are as good as the whole. */
const partsOf = (address: string): string[] => {
  const url = URL.parse(address);
  if (!url) return [];
  const segments = url.pathname.split('/').filter((part) => part.length >= longSegment);
  return [url.pathname + url.search, ...segments, ...url.searchParams.values()];
};

/** Headers whose values the form gives; one whose fields are left empty is not sent. */
const headersOf = (headers: Record<string, string>, values: OpenedIntegration['values']) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, text]) => fieldsIn(text).every((name) => (values[name] ?? '') !== ''))
      .map(([name, text]) => [fill(name, values).toLowerCase(), fill(text, values)]),
  );

const proofOf = async (
  auth: ChosenAuth,
  integration: OpenedIntegration,
  body: string,
  deps: CallDeps,
): Promise<Proof> => {
  const { values } = integration;
  switch (auth.kind) {
    case 'headers':
      return { headers: headersOf(auth.headers, values) };
    case 'basic': {
      const pair = `${fill(auth.user, values)}:${fill(auth.password, values)}`;
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      return { headers: { authorization }, told: [pair] };
    }
    case 'query':
      return { parameter: [fill(auth.name, values), fill(auth.value, values)] };
    case 'oauth2':
    case 'google_key': {
      const fetch = () => fetchToken(auth, integration, deps);
      const token = await deps.tokens.of(integration, deps.clock, fetch);
      return { headers: { authorization: `Bearer ${token}` }, told: [token] };
    }
    case 'signature':
      return { headers: signatureHeaders(fill(auth.secret, values), body, deps.clock()) };
    case 'webhook':
      return { told: partsOf(fill(auth.url, values)) };
    case 'aws_account':
    case 'aws_role':
    case 'postgres':
    case 'smtp': {
      const why = `The integration "${integration.alias}" is ${noHttp[auth.kind]}.`;
      throw new OutgoingError('request', `${why} Choose one that is called over HTTP.`);
    }
    default:
      return {};
  }
};

/** What is not called over HTTP. */
const noHttp = {
  aws_account: 'a service of an AWS account',
  aws_role: 'an AWS account',
  postgres: 'a database',
  smtp: 'a mail server',
} as const;

/** Headers of which none is there twice: the later ones take the place of those before. */
const merged = (...lists: Record<string, string>[]): Record<string, string> =>
  Object.fromEntries(
    lists.flatMap((list) =>
      Object.entries(list).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  );

/**
 * A request as it may leave with the secrets of an integration: to one of its hosts, with what its
 * type asks for. A redirect to another host leaves them behind. Throws an `OutgoingError` where the
 * secrets are not for that host, or where no token is given.
 */
export const authorised = async (
  request: OutgoingRequest,
  integration: OpenedIntegration,
  deps: CallDeps,
): Promise<Authorised> => {
  const { type, values } = integration;
  const url = targetFor(request.url, integration);
  const auth = authOf(type, values);
  const proof = await proofOf(auth, integration, request.body ?? '', deps);
  const secret = merged(givenHeaders(type, values), proof.headers ?? {});
  const target = proof.parameter ? withParameter(url, ...proof.parameter) : url;
  return {
    request: {
      ...request,
      url: target.href,
      headers: merged(type.headers ?? {}, request.headers, secret),
      secretHeaders: [...(request.secretHeaders ?? []), ...Object.keys(secret)],
      ...(auth.kind === 'webhook' && { redirects: 'refuse' as const }),
      ...(ignoresSsl(values) && { anyCertificate: true }),
    },
    hide: hiding(integration, proof.told),
  };
};

/** Where the calls of an integration go. */
export const addressOf = ({ alias, type, values }: OpenedIntegration): string => {
  const address = baseUrlOf(type, values);
  if (address !== undefined) return address;
  const why = `The integration "${alias}" holds no address that can be called.`;
  throw new OutgoingError('request', `${why} Open it and enter the address again.`);
};
