import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { IncomingMessage } from 'node:http';

/** What of a request the handlers see. */
export type Sender = Pick<IncomingMessage, 'method' | 'headersDistinct' | 'socket'>;

type Parts = {
  request: Sender;
  url: URL;
  resource: string;
  variables: Record<string, string>;
  body: Buffer;
  authorizer?: Record<string, string>;
};

const single = (values: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1) ?? '']));

/** Every value of the query, by its name; read once, however many names there are. */
export const queryLists = (url: URL): Record<string, string[]> => {
  const byName = Map.groupBy(url.searchParams, ([name]) => name);
  return Object.fromEntries([...byName].map(([name, pairs]) => [name, pairs.map(([, v]) => v)]));
};

/** Names are the caller's (`__proto__` too): they never become a property by assignment. */
export const headerLists = ({
  headersDistinct,
}: Pick<Sender, 'headersDistinct'>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values]));

/** A request as API Gateway hands it to a Lambda, so that the same handlers serve both. */
export const gatewayEvent = ({ request, url, resource, variables, body, authorizer }: Parts) => {
  const headers = headerLists(request);
  const query = queryLists(url);
  const event = {
    httpMethod: request.method ?? 'GET',
    resource: `/${resource}`,
    path: url.pathname,
    pathParameters: variables,
    headers: single(headers),
    multiValueHeaders: headers,
    queryStringParameters: single(query),
    multiValueQueryStringParameters: query,
    body: body.byteLength > 0 ? body.toString('base64') : null,
    isBase64Encoded: true,
    stageVariables: null,
    requestContext: {
      authorizer: authorizer ?? null,
      identity: { sourceIp: request.socket.remoteAddress ?? '' },
    },
  };
  return event as unknown as APIGatewayProxyEvent;
};
