import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { IncomingMessage } from 'node:http';

/** The parts of a request that handlers use. */
export type Sender = Pick<IncomingMessage, 'method' | 'headersDistinct' | 'socket'>;

type Parts = {
  request: Sender;
  url: URL;
  resource: string;
  variables: Record<string, string>;
  body: Buffer;
  authorizer?: Record<string, string>;
};

const lastValues = (values: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1) ?? '']));

/** All values of the query by name, in a single pass, however many names there are. */
export const queryLists = (url: URL): Record<string, string[]> => {
  const byName = Map.groupBy(url.searchParams, ([name]) => name);
  return Object.fromEntries([...byName].map(([name, pairs]) => [name, pairs.map(([, v]) => v)]));
};

/** Header names come from the caller (even `__proto__`), so none is set by plain assignment. */
export const headerLists = ({
  headersDistinct,
}: Pick<Sender, 'headersDistinct'>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values]));

/** A request in the form of an API Gateway event, so that the same handlers serve both. */
export const gatewayEvent = ({ request, url, resource, variables, body, authorizer }: Parts) => {
  const headers = headerLists(request);
  const query = queryLists(url);
  const event = {
    httpMethod: request.method ?? 'GET',
    resource: `/${resource}`,
    path: url.pathname,
    pathParameters: variables,
    headers: lastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: lastValues(query),
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
