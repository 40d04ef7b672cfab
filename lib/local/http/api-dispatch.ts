import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Routes } from '#lib/kernel/route.ts';
import { gatewayEvent, type Sender } from './gateway-event.ts';
import { pathMatcher } from './match-path.ts';
import { methodNotAllowed } from './respond.ts';

type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

/** One area's routes with the Lambda handler that serves them. */
export type ServedArea = { routes: Routes; handler: Handler };

type Target = { method: string; path: string; handler: Handler; match: Match };
type Match = (path: string) => Record<string, string> | undefined;

/** Fixed segments take precedence over variables: `bots/count` over `bots/{bot_id}`. */
const variablesIn = ({ path }: Target): number => path.split('{').length;

const targetsOf = (areas: readonly ServedArea[]): Target[] =>
  areas
    .flatMap(({ routes, handler }) =>
      Object.values(routes).map(({ method, path }) => ({
        method,
        path,
        handler,
        match: pathMatcher(path),
      })),
    )
    .sort((a, b) => variablesIn(a) - variablesIn(b));

/** An authenticated call. */
export type AuthenticatedCall = {
  request: Sender;
  /** Its path begins with `/api/`. */
  url: URL;
  body: Buffer;
  authorizer: Record<string, string>;
};

/** Returns a function that finds a call's handler, and throws a refusal if there is none. */
export const apiDispatch = (areas: readonly ServedArea[]) => {
  const targets = targetsOf(areas);

  /** Like API Gateway: first the path is matched, then its methods. */
  return (method: string, path: string) => {
    const closest = targets.find(({ match }) => match(path));
    if (!closest) throw notFound('address');
    const candidates = targets.filter((one) => one.path === closest.path);
    const target = candidates.find((one) => one.method === method);
    if (!target) throw methodNotAllowed(candidates.map((one) => one.method));
    const variables = target.match(path) ?? {};
    return (call: AuthenticatedCall) =>
      target.handler(gatewayEvent({ ...call, resource: target.path, variables }), {});
  };
};

export type ApiDispatch = ReturnType<typeof apiDispatch>;
