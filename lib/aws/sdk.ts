/** A package of the SDK, loaded by name with the first call of its service. */
export type Sdk = Record<string, unknown>;

/** Returns undefined if there is no such package: Lambda's runtime brings its own selection. */
export const loadSdk = async (name: string): Promise<Sdk | undefined> => {
  try {
    return (await import(name)) as Sdk;
  } catch {
    return undefined;
  }
};

/** Returns a class or function of a package, or undefined. */
export const exportOf = (sdk: Sdk, name: string): unknown =>
  Object.hasOwn(sdk, name) && typeof sdk[name] === 'function' ? sdk[name] : undefined;

/** The name, message and HTTP status of an error that a client threw. */
export const errorParts = (error: unknown): { name: string; message: string; status?: number } => {
  const { name, message, $metadata } = Object(error) as Error & {
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  return { name, message, ...(status !== undefined && { status }) };
};

const networkErrorPattern =
  /^(TimeoutError|AbortError|NetworkingError|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE)/;
const throttlingPattern =
  /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|ServiceUnavailable/;

/** Whether an error was caused by the network on the way to AWS, and not by AWS. */
export const isNetworkError = (error: unknown): boolean => {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return (
    networkErrorPattern.test(String(name)) ||
    (typeof code === 'string' && networkErrorPattern.test(code))
  );
};

const unansweredPattern = /^(TimeoutError|AbortError|NetworkingError|ECONNRESET|EPIPE)/;

/** Whether the call may have reached AWS although its response was not received. */
export const isUnanswered = (error: unknown): boolean => {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return [name, code].some((one) => typeof one === 'string' && unansweredPattern.test(one));
};

/** Whether AWS throttled the call. */
export const isThrottled = (error: unknown): boolean =>
  throttlingPattern.test(errorParts(error).name);

type Options = { abortSignal: AbortSignal };

/** The interface of all clients of the SDK. */
export type AwsSdkClient = {
  send(command: object, options: Options): Promise<object>;
  destroy(): void;
};
export type MakeClient = new (input: object) => object;
type Paginate = (of: object, input: object, options: Options) => AsyncIterable<object>;

type Call = { operation: string; parameters: Readonly<Record<string, unknown>> };

/** The pages of a response; a single page if the call is not paginated. */
export async function* pagesOf(
  sdk: Sdk,
  client: AwsSdkClient,
  { operation, parameters }: Call,
  options: Options,
): AsyncGenerator<object> {
  const paginate = exportOf(sdk, `paginate${operation}`) as Paginate | undefined;
  if (paginate) {
    yield* paginate({ client }, { ...parameters }, options);
    return;
  }
  const command = exportOf(sdk, `${operation}Command`) as MakeClient;
  yield client.send(new command(parameters), options);
}
