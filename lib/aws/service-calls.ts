import { AssumeRoleCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import type { RoleSession } from '#lib/domain/integrations/aws/role.schema.ts';
import type {
  AwsReply,
  AwsRequest,
  CallAws,
} from '#lib/domain/integrations/aws/service-call.schema.ts';
import { serviceOf } from '#lib/domain/integrations/aws/permissions.rules.ts';
import { joinPages } from './service-pages.ts';

type Options = { abortSignal: AbortSignal };
type Client = { send(command: object, options: Options): Promise<object>; destroy(): void };
type Make = new (input: object) => object;
type Paginate = (of: object, input: object, options: Options) => AsyncIterable<object>;

/** A package of the SDK: loaded by its name, with the first call of its service. */
type Sdk = Record<string, unknown>;

/** Seconds: as long as a role of ours that assumes another may. */
const sessionLength = 3600;

/** A session is not begun to be used in its last minutes. */
const lastMs = 5 * 60_000;

/** Sessions that are kept; in memory only. */
const mostSessions = 200;

const ours = (error: unknown): { name: string; message: string; status?: number } => {
  const { name, message, $metadata } = Object(error) as Error & {
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  return { name, message, ...(status !== undefined && { status }) };
};

const shutOut = (error: unknown, { role }: AwsRequest): AwsReply => {
  const { name } = ours(error);
  if (/^AccessDenied(Exception)?$/.test(name)) {
    const reason = `AWS does not let us assume ${role.role_arn} any more. Test the integration.`;
    return { kind: 'shut out', reason, again: false };
  }
  const reason =
    name === 'CredentialsProviderError'
      ? 'This server has no AWS credentials. Start it with some that may assume roles.'
      : `AWS STS gave no answer (${name}). Try again later.`;
  return { kind: 'shut out', reason, again: true };
};

/** What was thrown by the way to AWS, and not by AWS. */
const passing = /^(TimeoutError|AbortError|NetworkingError|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE)/;
const throttled = /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|ServiceUnavailable/;

const failure = (error: unknown): AwsReply => {
  const { name, message, status } = ours(error);
  const { code } = Object(error) as { code?: unknown };
  const isPassing = passing.test(name) || (typeof code === 'string' && passing.test(code));
  const again = isPassing || throttled.test(name) || (status !== undefined && status >= 500);
  const told = name === 'AbortError' || name === 'TimeoutError' ? 'It took too long' : message;
  return { kind: 'failed', name, message: told, again };
};

type Session = { credentials: RoleSession; until: number };

/** Sessions of roles, each for what its policy permits; one that is asked for twice is one. */
const openSessions = (sts: STSClient, clock: () => number) => {
  const kept = new Map<string, Promise<Session>>();

  const begin = async ({ role, session, policy, timeoutMs }: AwsRequest): Promise<Session> => {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: role.role_arn,
        ExternalId: role.external_id,
        RoleSessionName: session,
        DurationSeconds: sessionLength,
        Policy: policy,
      }),
      { abortSignal: AbortSignal.timeout(timeoutMs) },
    );
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken) {
      throw new Error('STS gave no credentials.');
    }
    return {
      credentials: {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        sessionToken: SessionToken,
      },
      until: Expiration?.getTime() ?? clock() + sessionLength * 1000,
    };
  };

  return async (request: AwsRequest): Promise<RoleSession> => {
    const { role, session, policy } = request;
    const key = JSON.stringify([role.role_arn, role.external_id, session, policy]);
    const known = await kept.get(key)?.catch(() => undefined);
    if (known && known.until - lastMs > clock()) return known.credentials;
    const begun = begin(request);
    kept.delete(key);
    kept.set(key, begun);
    begun.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > mostSessions && oldest !== undefined) kept.delete(oldest);
    return (await begun).credentials;
  };
};

type Deps = {
  /** How our own STS is reached. */
  own?: STSClientConfig;
  /** What clients of services are made with besides: how an emulator is reached. */
  services?: { endpoint?: string; forcePathStyle?: boolean };
  clock?: () => number;
};

const partOf = (sdk: Sdk, name: string): unknown =>
  Object.hasOwn(sdk, name) && typeof sdk[name] === 'function' ? sdk[name] : undefined;

/** The pages of an answer: one, where the call is of no list. */
async function* pagesOf(
  sdk: Sdk,
  client: Client,
  { operation, parameters }: AwsRequest,
  options: Options,
): AsyncGenerator<object> {
  const paginate = partOf(sdk, `paginate${operation}`) as Paginate | undefined;
  if (paginate) {
    yield* paginate({ client }, { ...parameters }, options);
    return;
  }
  const command = partOf(sdk, `${operation}Command`) as Make;
  yield client.send(new command(parameters), options);
}

/** undefined where there is no such package: the runtime of Lambda brings its own. */
const load = async (name: string): Promise<Sdk | undefined> => {
  try {
    return (await import(name)) as Sdk;
  } catch {
    return undefined;
  }
};

/** Calls of AWS by roles of customers, whom this process's own credentials may assume. */
export const openServiceCalls = ({ own = {}, services, clock = Date.now }: Deps = {}): CallAws => {
  const sessionFor = openSessions(new STSClient({ maxAttempts: 2, ...own }), clock);
  const fixed = {
    retryMode: 'standard',
    maxAttempts: 3,
    // No value that a person enters names the host of a call.
    useQueueUrlAsEndpoint: false,
    followRegionRedirects: true,
    ...services,
  };

  const call = async (request: AwsRequest, credentials: RoleSession): Promise<AwsReply> => {
    const { service, operation, region, timeoutMs } = request;
    const { package: name, client: clientName } = serviceOf(service);
    const sdk = (await load(name)) ?? {};
    const make = partOf(sdk, clientName) as Make | undefined;
    if (!make || !partOf(sdk, `${operation}Command`)) {
      const message = `There is no call ${operation} of ${service} here`;
      return { kind: 'failed', name: 'UnknownOperation', message, again: false };
    }
    const client = new make({ ...fixed, region, credentials }) as Client;
    try {
      const options = { abortSignal: AbortSignal.timeout(timeoutMs) };
      return { kind: 'answered', ...(await joinPages(pagesOf(sdk, client, request, options))) };
    } catch (error) {
      return failure(error);
    } finally {
      client.destroy();
    }
  };

  return async (request) => {
    let credentials: RoleSession;
    try {
      credentials = await sessionFor(request);
    } catch (error) {
      return shutOut(error, request);
    }
    return call(request, credentials);
  };
};
