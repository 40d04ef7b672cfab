import { setTimeout as pause } from 'node:timers/promises';
import type { STSClientConfig } from '@aws-sdk/client-sts';
import type { RoleSession } from '#lib/domain/integrations/aws/role.schema.ts';
import {
  type AwsReadCall,
  type AwsReader,
  AwsReadError,
  type AwsReadSession,
  type OpenAwsReader,
} from '#lib/domain/integrations/aws/service-read.schema.ts';
import { openRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { assumeRoleFailureOf, openSessions } from './role-sessions.ts';
import {
  type AwsSdkClient,
  errorParts,
  exportOf,
  isNetworkError,
  isThrottled,
  loadSdk,
  type MakeClient,
  pagesOf,
} from './sdk.ts';
import { toJsonValue } from './service-pages.ts';
import { type Mask, sessionMasker } from './session-masking.ts';
import { stsClient } from './sts-client.ts';

/** The kind of an error of a call, which decides about retries. */
type ErrorKind = 'throttled' | 'on the way' | 'expired' | 'skewed' | 'final';

/** The most attempts of a call that fails with this kind of error. */
const attemptsByError: Record<ErrorKind, number> = {
  throttled: 12,
  'on the way': 3,
  expired: 2,
  skewed: 3,
  final: 1,
};

/** The timeouts of a call without a response (ms). */
const defaultTimeout = 15_000;
const stsTimeout = 10_000;

const maxPauseMs = 20_000;

/** How many token buckets are kept in memory. */
const maxRateLimiters = 1000;

const errorKindOf = (error: unknown): ErrorKind => {
  if (isThrottled(error)) return 'throttled';
  const { name, status } = errorParts(error);
  if (name?.startsWith('ExpiredToken')) return 'expired';
  // The client has learned AWS's time from the response and will sign the next call with it.
  const { $metadata } = Object(error) as { $metadata?: { clockSkewCorrected?: boolean } };
  if ($metadata?.clockSkewCorrected) return 'skewed';
  const { cause } = Object(error) as { cause?: unknown };
  if (isNetworkError(error) || isNetworkError(cause)) return 'on the way';
  return status !== undefined && status >= 500 ? 'on the way' : 'final';
};

const deniedPattern = /^(AccessDenied|UnauthorizedOperation|UnauthorizedAccess|AuthorizationError)/;

/** The error text of an SCP or RCP: one denies the call, or none allows it. */
const controlPolicyDenial = /\b(explicit deny in a|no) (service|resource) control policy\b/i;

const failureOf = (error: unknown, kind: ErrorKind, hide: Mask): AwsReadError => {
  const { name, message } = hide(errorParts(error));
  const messageText = message.slice(0, 300).replace(/[.\s]+$/, '');
  if (kind === 'on the way') return new AwsReadError('unreachable', name, messageText);
  if (!deniedPattern.test(name)) return new AwsReadError('refused', name, messageText);
  return new AwsReadError(
    controlPolicyDenial.test(message) ? 'closed' : 'denied',
    name,
    messageText,
  );
};

type Deps = {
  /** The configuration of the product's own STS client. */
  stsConfig?: STSClientConfig;
  /** Extra settings of service clients, for example to reach an emulator. */
  services?: { endpoint?: string; forcePathStyle?: boolean; requestHandler?: object };
  clock?: () => number;
  /** The timeout of a call without a response (ms). */
  callMs?: number;
  /** How many processes read an account at once; each takes its share of the rate of calls. */
  processes?: number;
};

type Sessions = ReturnType<typeof openSessions>;

/** The credentials of a session, which is renewed when it expires. */
const credentialsOf = (sessions: Sessions, { owner, role, session, policy }: AwsReadSession) => {
  const sessionRequest = { owner, role, session, policy, timeoutMs: stsTimeout };
  let current: RoleSession | undefined;
  return {
    forget: () => sessions.forget(sessionRequest),
    hide: <T>(value: T) => sessionMasker(role, current)(value),
    // The expiration is in the past, so that the client calls this before each request.
    provide: async () => {
      try {
        current = await sessions.of(sessionRequest);
        return { ...current, expiration: new Date(0) };
      } catch (error) {
        const { reason } = assumeRoleFailureOf(error, role);
        throw new AwsReadError('shut out', errorParts(error).name, reason);
      }
    },
  };
};

type SendOptions = {
  pace: RateLimiter;
  signal: AbortSignal;
  callMs: number;
  forget: () => void;
  hide: Mask;
};

/** Makes a call, and repeats it as often as the kind of its error allows. */
const sendWithRetries = async <T>(
  { pace, signal, callMs, forget, hide }: SendOptions,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    await pace.take(signal);
    try {
      const answer = await send(AbortSignal.any([signal, AbortSignal.timeout(callMs)]));
      pace.answered();
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AwsReadError) throw error;
      const kind = errorKindOf(error);
      if (attempt >= attemptsByError[kind]) throw failureOf(error, kind, hide);
      if (kind === 'throttled') pace.throttled();
      if (kind === 'expired') forget();
      const maxPause = Math.min(maxPauseMs, 100 * 2 ** attempt);
      await pause(Math.random() * maxPause, undefined, { signal });
    }
  }
};

/** Copies a command: in some packages a command can be sent only once. */
const copyCommand = (command: object): object =>
  new (command.constructor as MakeClient)((command as { input: object }).input);

const unknownOperationError = ({ operation }: AwsReadCall, name: string): AwsReadError =>
  new AwsReadError(
    'refused',
    'UnknownOperation',
    `The call ${operation} of ${name} is not available here`,
  );

/** Reads customers' accounts with their roles, assumed with the credentials of this process. */
export const openServiceReads = (deps: Deps = {}): OpenAwsReader => {
  const {
    stsConfig = {},
    services,
    clock = Date.now,
    callMs = defaultTimeout,
    processes = 1,
  } = deps;
  const sessions = openSessions(stsClient({ maxAttempts: 3, ...stsConfig }), clock);
  const paces = new Map<string, RateLimiter>();

  /** The pace is kept by service and role, and so by account. */
  const paceOf = (name: string, sharers: number): RateLimiter => {
    const pace =
      paces.get(name) ?? openRateLimiter(clock, Math.min(processes, Math.max(1, sharers)));
    paces.set(name, pace);
    const [oldest] = paces.keys();
    if (paces.size > maxRateLimiters && oldest !== undefined) paces.delete(oldest);
    return pace;
  };

  return async (session): Promise<AwsReader> => {
    const { role, signal, sharers } = session;
    const { provide, forget, hide } = credentialsOf(sessions, session);
    const clients = new Map<string, AwsSdkClient>();

    const clientOf = (make: MakeClient, { service, region }: AwsReadCall): AwsSdkClient => {
      const key = `${service.package} ${region}`;
      const cached = clients.get(key);
      if (cached) return cached;
      const baseConfig = { maxAttempts: 1, followRegionRedirects: true, ...services };
      const client = new make({ ...baseConfig, region, credentials: provide }) as AwsSdkClient;
      const pace = paceOf(`${service.package} ${role.role_arn}`, sharers(service.package));
      const send = client.send.bind(client);
      // The SDK sends one request for each page; each is retried by itself.
      client.send = (command) =>
        sendWithRetries({ pace, signal, callMs, forget, hide }, (abortSignal) =>
          send(copyCommand(command), { abortSignal }),
        );
      clients.set(key, client);
      return client;
    };

    return {
      async *pages(call) {
        // The role is assumed first, so that no package is loaded if that fails.
        await provide();
        const { package: name, client } = call.service;
        const sdk = (await loadSdk(name)) ?? {};
        const make = exportOf(sdk, client) as MakeClient | undefined;
        if (!make || !exportOf(sdk, `${call.operation}Command`))
          throw unknownOperationError(call, name);
        const pages = pagesOf(sdk, clientOf(make, call), call, { abortSignal: signal });
        for await (const page of pages) yield await toJsonValue(page);
      },
      close: () => {
        for (const client of clients.values()) client.destroy();
      },
    };
  };
};
