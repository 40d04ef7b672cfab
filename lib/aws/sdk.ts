/** A package of the SDK: loaded by its name, with the first call of its service. */
export type Sdk = Record<string, unknown>;

/** undefined where there is no such package: the runtime of Lambda brings its own. */
export const loadSdk = async (name: string): Promise<Sdk | undefined> => {
  try {
    return (await import(name)) as Sdk;
  } catch {
    return undefined;
  }
};

/** A class or function of a package. */
export const partOf = (sdk: Sdk, name: string): unknown =>
  Object.hasOwn(sdk, name) && typeof sdk[name] === 'function' ? sdk[name] : undefined;

/** What is known of an error that a client threw. */
export const errorParts = (error: unknown): { name: string; message: string; status?: number } => {
  const { name, message, $metadata } = Object(error) as Error & {
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  return { name, message, ...(status !== undefined && { status }) };
};

const onTheWay = /^(TimeoutError|AbortError|NetworkingError|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE)/;
const throttling = /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|ServiceUnavailable/;

/** Whether an error was thrown by the way to AWS, and not by AWS. */
export const isPassing = (error: unknown): boolean => {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return onTheWay.test(String(name)) || (typeof code === 'string' && onTheWay.test(code));
};

const unanswered = /^(TimeoutError|AbortError|NetworkingError|ECONNRESET|EPIPE)/;

/** Whether the call may have reached AWS, whose answer did not come back. */
export const isUnanswered = (error: unknown): boolean => {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return [name, code].some((one) => typeof one === 'string' && unanswered.test(one));
};

/** Whether AWS asks to call less often. */
export const isThrottled = (error: unknown): boolean => throttling.test(errorParts(error).name);

type Options = { abortSignal: AbortSignal };

/** What all clients of the SDK can do. */
export type AwsSdkClient = {
  send(command: object, options: Options): Promise<object>;
  destroy(): void;
};
export type MakeClient = new (input: object) => object;
type Paginate = (of: object, input: object, options: Options) => AsyncIterable<object>;

type Call = { operation: string; parameters: Readonly<Record<string, unknown>> };

/** The pages of an answer: one, where the call is of no list. */
export async function* pagesOf(
  sdk: Sdk,
  client: AwsSdkClient,
  { operation, parameters }: Call,
  options: Options,
): AsyncGenerator<object> {
  const paginate = partOf(sdk, `paginate${operation}`) as Paginate | undefined;
  if (paginate) {
    yield* paginate({ client }, { ...parameters }, options);
    return;
  }
  const command = partOf(sdk, `${operation}Command`) as MakeClient;
  yield client.send(new command(parameters), options);
}
