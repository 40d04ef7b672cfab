import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Proof } from '#lib/domain/account/caller.service.ts';
import { refusalOf } from '#lib/domain/account/permission.rules.ts';
import type { ShownFields } from '#lib/domain/audit/change.rules.ts';
import {
  endOfFailed,
  endOfRefused,
  endOfServed,
  recordsRefusal,
} from '#lib/domain/audit/trail.rules.ts';
import type { AuditTrail, CallRecorder } from '#lib/domain/audit/trail.service.ts';
import { isWithinResponseLimit } from '#lib/kernel/response-size.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { parseJsonObject } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Log } from '#lib/kernel/log.ts';
import { badRequest, notFound, Refusal, signInRequired } from '#lib/kernel/refusal.ts';
import { isWrite, type Route, type Routes, type Service } from '#lib/kernel/route.ts';
import { jsonResponse, type Outage, refusalResponse } from './json-response.ts';
import { inputRefusalOf } from './input.ts';
import { requestIdIn } from './request-id.ts';
import { changedStateReader, type Functions } from './changed-state.ts';

export type ApiDeps = {
  readCaller: (proof: Proof) => Promise<Caller>;
  /** The ROOT users, whom a 403 names because they can change the caller's rights. */
  readRoots: (tenantId: string) => Promise<string[]>;
  trail: AuditTrail;
  /** Closes the organisation's sockets whose owners have lost access. */
  closeStrangers: (tenantId: string) => Promise<void>;
  log: Log;
  outage?: Outage;
  /** Restricts the call to its organisation's data; absent if calls can access all data. */
  forTenant?: <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;
};

export type ApiEvent = APIGatewayProxyEvent;
export type ApiAnswer = APIGatewayProxyResult;
export type ApiHandler = (event: ApiEvent, context: object) => Promise<ApiAnswer>;

const proofIn = ({ requestContext }: ApiEvent): Proof | undefined => {
  const text = requestContext.authorizer?.proof;
  return typeof text === 'string' ? JSON.parse(text) : undefined;
};

/** What the middlewares found out about one call. */
type Call = {
  key?: string;
  route?: Route;
  caller?: Caller;
  input?: unknown;
  /** Present once the call's audit record may begin. */
  recorder?: CallRecorder;
  output?: unknown;
  /** What the call changes, before and after it. */
  before?: ShownFields | undefined;
  after?: ShownFields | undefined;
};
type CallContext = { call: Call };
type Middleware = MiddlewareObj<ApiEvent, ApiAnswer, Error, CallContext>;

const findRoute = (routes: Routes): Middleware => ({
  before: ({ event, context }) => {
    const found = Object.entries(routes).find(
      ([, { method, path }]) => method === event.httpMethod && `/${path}` === event.resource,
    );
    if (!found) throw notFound('address');
    const [key, route] = found;
    context.call = { key, route };
  },
});

/**
 * The address that the authorizer determined: behind CloudFront, the connection is CloudFront's.
 */
const addressIn = ({ requestContext: { authorizer } }: ApiEvent): string | undefined => {
  const viewer: unknown = authorizer?.viewer;
  return typeof viewer === 'string' ? viewer : undefined;
};

/** Reads the caller; logs a rejected session or key, because reads leave no other trace. */
const callerOf = async ({ readCaller, log }: ApiDeps, proof: Proof, event: ApiEvent) => {
  try {
    return await readCaller(proof);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const address = addressIn(event);
    const callerFields = {
      tenant_id: proof.tenant_id,
      user_id: proof.user_id,
      ...(address && { address }),
    };
    log.warn('A session or API key that has ended was refused.', {
      area: 'account',
      ...callerFields,
    });
    throw error;
  }
};

const authorise = (deps: ApiDeps): Middleware => ({
  before: async ({ event, context: { call } }) => {
    const { route } = call;
    const proof = proofIn(event);
    if (!proof) throw signInRequired();
    const caller = await callerOf(deps, proof, event);
    call.caller = caller;
    if (!route) throw notFound('address');
    if (refusalOf(caller, route)) {
      throw refusalOf(caller, route, await deps.readRoots(caller.tenant_id));
    }
  },
});

const bodyOf = ({ body, isBase64Encoded }: ApiEvent): Record<string, unknown> => {
  if (!body) return {};
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > limits.apiBody) throw new Refusal(413, 'The body is larger than 1 MiB.');
  return parseJsonObject(bytes).value;
};

const queryOf = ({ multiValueQueryStringParameters: query }: ApiEvent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {}).map(([name, [value = '', ...duplicates] = []]) => {
      if (duplicates.length > 0)
        throw badRequest('Give this parameter only once.', { field: name });
      return [name, value];
    }),
  );

const parseInput = (): Middleware => ({
  before: ({ event, context: { call } }) => {
    const { route } = call;
    const variables = event.pathParameters ?? {};
    const inQuery = route?.method === 'GET' || route?.method === 'DELETE';
    const values = inQuery ? queryOf(event) : bodyOf(event);
    const clash = Object.keys(variables).find((name) => Object.hasOwn(values, name));
    if (clash) throw badRequest('The address already contains this value.', { field: clash });
    const parsed = route?.input.safeParse({ ...values, ...variables });
    if (!parsed?.success) throw inputRefusalOf(parsed?.error);
    call.input = parsed.data;
  },
});

/**
 * Turns a Refusal into its response; any other error is a defect: logged, answered without detail.
 */
const answerErrors = ({ log, outage }: ApiDeps): Middleware => ({
  onError: (request) => {
    const { error, event, context } = request;
    const { key, caller } = context.call ?? {};
    const fields = {
      ...requestIdIn(event),
      ...(key && { route: key }),
      ...(caller && { tenant_id: caller.tenant_id }),
    };
    if (error instanceof Refusal) {
      request.response = refusalResponse(error);
      if (event.httpMethod !== 'GET') log.info('refused', { ...fields, status: error.status });
      return;
    }
    const outageRefusal = outage?.(error);
    log.error(outageRefusal?.message ?? 'A call failed unexpectedly.', { ...fields, error });
    const sentence = 'Something went wrong on our side. Try again; nothing was lost.';
    request.response = outageRefusal
      ? refusalResponse(outageRefusal)
      : jsonResponse(500, { error: sentence });
  },
});

/** The call's record for the audit trail; undefined if the caller or the route is unknown. */
const callRecorderOf = (
  { trail }: ApiDeps,
  event: ApiEvent,
  call: Call,
): CallRecorder | undefined => {
  const { key, route, caller } = call;
  const variables = Object.entries(event.pathParameters ?? {});
  const variableEntries = variables.map(([name, value]) => [name, value ?? '']);
  if (!key || !route || !caller) return undefined;
  const address = addressIn(event);
  return trail({ key, route, caller, variables: Object.fromEntries(variableEntries), address });
};

/**
 * Writes one audit record for each call that writes. It is stored before the service runs, so that
 * nothing is done without a record, even if the process dies. A rejected call without a record gets
 * one at once.
 */
const audit = (deps: ApiDeps): Middleware => ({
  before: async ({ event, context: { call } }) => {
    if (!call.route || !isWrite(call.route)) return;
    call.recorder = callRecorderOf(deps, event, call);
    await call.recorder?.begin();
  },
  after: async ({ event, context: { call } }) => {
    const { key, route, caller, recorder, input, output, before, after } = call;
    if (!key || !route || !caller || !recorder) return;
    const { tenant_id, user_id } = caller;
    const status = route.status ?? 200;
    const served = { route, input, status, output, before, after };
    await recorder.conclude(endOfServed(recorder.entry, served));
    const fields = { ...requestIdIn(event), route: key, tenant_id, user_id, status };
    deps.log.info(route.audit, fields);
  },
  onError: async ({ error, event, context: { call } }) => {
    if (!call?.route) return;
    const { route, recorder, input } = call;
    const status = deps.outage?.(error)?.status;
    const end = error instanceof Refusal ? endOfRefused(error, route, input) : endOfFailed(status);
    if (recorder) await recorder.conclude(end);
    else if (recordsRefusal(route, end.status ?? 0))
      await callRecorderOf(deps, event, call)?.recordUnstarted(end);
  },
});

/**
 * After a call that revokes access, closes the affected sockets before it is answered. If that
 * fails, the periodic check of all sockets does it: the call itself has been done.
 */
const closeRevokedSockets = ({ closeStrangers, log }: ApiDeps): Middleware => ({
  after: async ({ event, context: { call } }) => {
    const { key, route, caller } = call;
    if (!key || !route?.ends || !caller) return;
    const { tenant_id } = caller;
    const fields = { ...requestIdIn(event), route: key, tenant_id };
    await closeStrangers(tenant_id).catch((error: unknown) =>
      log.error('Sockets could not be ended at once.', { ...fields, error }),
    );
  },
});

const tooLargeMessage = 'The response is larger than 6 MB, which is the limit.';

/** Replaces a response that is too large to be sent. */
const tooLargeRefusal = (route: Route): Refusal =>
  new Refusal(
    413,
    isWrite(route)
      ? `The call succeeded. ${tooLargeMessage} Do not repeat it to see the response.`
      : `${tooLargeMessage} Request fewer items, or less data of each.`,
  );

/**
 * Wraps a handler to set the console's address, which the stage passes with each call because it is
 * only known after the API is created (lib/stack/rest-api.ts).
 */
export const withSiteUrl =
  (site: { url: string }, handler: ApiHandler): ApiHandler =>
  (event, context) => {
    site.url = event.stageVariables?.siteUrl ?? '';
    return handler(event, context);
  };

/**
 * The Lambda of one area, built from its routes and its service: finds the route, reads the caller,
 * decides about rights, parses the input, calls the service's function of the route's name, and
 * validates the response.
 */
export const apiHandler = <R extends Routes>(
  routes: R,
  service: Service<R>,
  deps: ApiDeps,
): ApiHandler => {
  const functions: Functions = service;
  const readState = changedStateReader({ routes, functions, log: deps.log });
  const handler = middy<ApiEvent, ApiAnswer, Error, CallContext>()
    .use([answerErrors(deps), findRoute(routes), authorise(deps), parseInput(), audit(deps)])
    .use(closeRevokedSockets(deps))
    .handler(async (_event, { call }) => {
      const { key = '', route, caller, input } = call;
      const serve = functions[key];
      if (!serve || !route || !caller) throw notFound('address');
      const changingCall = { route, caller, input };
      call.before = await readState(changingCall);
      // The input was parsed by the schema of the same route that the function serves.
      call.output = route.output.parse(await serve(caller, input as never));
      call.after = await readState({ ...changingCall, output: call.output });
      const response = jsonResponse(route.status ?? 200, call.output);
      // AWS would send a bare 502 instead. What was done stays done, and the answer says so.
      return isWithinResponseLimit(response.body)
        ? response
        : refusalResponse(tooLargeRefusal(route));
    });
  const serveEvent = handler as unknown as ApiHandler;
  const { forTenant } = deps;
  if (!forTenant) return serveEvent;
  return (event, context) => {
    const tenantId = proofIn(event)?.tenant_id;
    const work = () => serveEvent(event, context);
    return tenantId === undefined ? work() : forTenant(tenantId, work);
  };
};
