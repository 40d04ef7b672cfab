import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { IncomingMessage } from 'node:http';

type Parts = {
  request: IncomingMessage;
  url: URL;
  resource: string;
  variables: Record<string, string>;
  body: Buffer;
  authorizer?: Record<string, string>;
};

const single = (values: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1) ?? '']));

const queryLists = (url: URL): Record<string, string[]> =>
  Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)]),
  );

/** A request as API Gateway hands it to a Lambda, so that the same handlers serve both. */
export const gatewayEvent = ({ request, url, resource, variables, body, authorizer }: Parts) => {
  const headers: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values) headers[name] = values;
  }
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
