import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Routes } from '#lib/kernel/route.ts';
import { gatewayEvent, type Sender } from './gateway-event.ts';
import { pathMatcher } from './match-path.ts';
import { wrongMethod } from './respond.ts';

type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

/** One area's routes with the Lambda handler that serves them. */
export type ServedArea = { routes: Routes; handler: Handler };

type Target = { method: string; path: string; handler: Handler; match: Match };
type Match = (path: string) => Record<string, string> | undefined;

/** Fixed words before variables: `bots/count` wins over `bots/{bot_id}`. */
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

/** A call whose caller is proven. */
export type ProvenCall = {
  request: Sender;
  /** Its path begins with `/api/`. */
  url: URL;
  body: Buffer;
  authorizer: Record<string, string>;
};

/** What finds the handler of a call; throws a refusal where the API has no such call. */
export const apiDispatch = (areas: readonly ServedArea[]) => {
  const targets = targetsOf(areas);

  /** As API Gateway does: the path decides first, then its methods. */
  return (method: string, path: string) => {
    const closest = targets.find(({ match }) => match(path));
    if (!closest) throw notFound('address');
    const here = targets.filter((one) => one.path === closest.path);
    const target = here.find((one) => one.method === method);
    if (!target) throw wrongMethod(here.map((one) => one.method));
    const variables = target.match(path) ?? {};
    return (call: ProvenCall) =>
      target.handler(gatewayEvent({ ...call, resource: target.path, variables }), {});
  };
};

export type ApiDispatch = ReturnType<typeof apiDispatch>;
