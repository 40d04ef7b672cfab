import { pathVariables, type Route } from '#lib/kernel/route.ts';
import { dataHeaders, httpsOnly } from '#lib/kernel/site-headers.ts';
import { viewerAddressHeader } from '#lib/kernel/viewer-headers.ts';
import { mcpPath } from '#lib/mcp.ts';
import type { Area, allRoutes } from '#lib/routes.ts';

/** API Gateway's own answers, in the shape of ours: `{ error }`. */
const sentences: Record<string, [status: number, sentence: string]> = {
  MISSING_AUTHENTICATION_TOKEN: [404, 'This address does not exist.'],
  RESOURCE_NOT_FOUND: [404, 'This address does not exist.'],
  UNAUTHORIZED: [401, 'Sign in to go on. Your session is missing or has ended.'],
  REQUEST_TOO_LARGE: [413, 'The body is too large.'],
  INTEGRATION_TIMEOUT: [504, 'The answer takes too long. Try again.'],
};

/** How long the authorizer's answer is remembered, also that an address has failed too often. */
const rememberedSeconds = 60;

/**
 * What an answer is remembered by: the address as well, because a key that was tried from one with
 * too many failures may be right from another. Only CloudFront names a viewer; a call of the API at
 * its own address that names none is refused.
 */
const identitySource = [
  'method.request.header.Authorization',
  `method.request.header.${viewerAddressHeader}`,
  'context.identity.sourceIp',
].join(', ');

const retryAfter = (seconds: number) => ({
  'gatewayresponse.header.Retry-After': `'${seconds}'`,
});

/**
 * The headers of our own answers, as API Gateway writes fixed ones: in single quotes, so that none
 * may be inside. A directive of CSP without sources allows none, as one with 'none' does.
 */
const gatewayHeaders = Object.fromEntries(
  Object.entries({ ...dataHeaders, ...httpsOnly })
    // API Gateway sets it by the template.
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => {
      const fixed = value.replaceAll(" 'none'", '');
      return [`gatewayresponse.header.${name}`, `'${fixed}'`];
    }),
);

const ownAnswer = (sentence: string, headers: Record<string, string> = {}) => ({
  responseParameters: {
    ...headers,
    ...gatewayHeaders,
  },
  responseTemplates: { 'application/json': JSON.stringify({ error: sentence }) },
});

/** A stage's limit is of calls a second: the next second has room again. */
const atOnce = {
  statusCode: 429,
  ...ownAnswer('Too many calls at once. Try again in a moment.', retryAfter(1)),
};

export const gatewayResponses = {
  ...Object.fromEntries(
    Object.entries(sentences).map(([type, [statusCode, sentence]]) => [
      type,
      { statusCode, ...ownAnswer(sentence) },
    ]),
  ),
  THROTTLED: atOnce,
  QUOTA_EXCEEDED: atOnce,
  // The authorizer denies nobody else: rights are decided by the handlers.
  ACCESS_DENIED: {
    statusCode: 429,
    ...ownAnswer(
      'Too many failed sign-ins or API keys from this address. Wait a minute.',
      retryAfter(rememberedSeconds),
    ),
  },
  DEFAULT_4XX: ownAnswer('The call is not understood.'),
  DEFAULT_5XX: ownAnswer('Something went wrong on our side. Try again; nothing was lost.'),
};

/** Calls a Lambda with the whole request and answers what it answers. */
export const proxyTo = (invocationUri: string) => ({
  type: 'aws_proxy',
  httpMethod: 'POST',
  uri: invocationUri,
  passthroughBehavior: 'when_no_match',
});

/** API Gateway refuses a path whose variables are not declared. */
export const pathParameters = (path: string) =>
  pathVariables(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

type Operation = Record<string, unknown>;

const operation = (
  key: string,
  { path, permission }: Pick<Route, 'path' | 'permission'>,
  uri: string,
): Operation => ({
  operationId: key,
  parameters: pathParameters(path),
  security: permission === 'public' ? [] : [{ caller: [] }],
  responses: { 200: { description: 'See the API document.' } },
  'x-amazon-apigateway-integration': proxyTo(uri),
});

const pathsOf = (routes: typeof allRoutes, uriOf: (area: Area) => string) => {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [area, ofArea] of Object.entries(routes)) {
    for (const [key, route] of Object.entries<Route>(ofArea)) {
      const ofPath = (paths[`/${route.path}`] ??= {});
      ofPath[route.method.toLowerCase()] = operation(key, route, uriOf(area as Area));
    }
  }
  return paths;
};

type GatewayParts = {
  title: string;
  routes: typeof allRoutes;
  /** The invocation address of an area's Lambda. */
  uriOf: (area: Area) => string;
  authorizerUri: string;
  /** The invocation address of what answers the Model Context Protocol. */
  mcpUri: string;
};

/**
 * The console API as API Gateway imports it: addresses, who may call, and which Lambda answers.
 * Inputs are described in `openapi.json` and validated by the handler, not here.
 */
export const gatewayDocument = ({
  title,
  routes,
  uriOf,
  authorizerUri,
  mcpUri,
}: GatewayParts) => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: {
    ...pathsOf(routes, uriOf),
    [`/${mcpPath}`]: {
      post: operation('answerMcp', { path: mcpPath, permission: 'connect_mcp' }, mcpUri),
    },
  },
  components: {
    securitySchemes: {
      caller: {
        type: 'apiKey',
        name: 'Authorization',
        in: 'header',
        'x-amazon-apigateway-authtype': 'custom',
        'x-amazon-apigateway-authorizer': {
          type: 'request',
          authorizerUri,
          identitySource,
          authorizerResultTtlInSeconds: rememberedSeconds,
        },
      },
    },
  },
  'x-amazon-apigateway-gateway-responses': gatewayResponses,
});
