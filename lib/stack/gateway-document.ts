import { signInRequiredText } from '#lib/kernel/refusal.ts';
import { pathVariables, type Route } from '#lib/kernel/route.ts';
import { dataHeaders, httpsOnlyHeaders } from '#lib/kernel/site-headers.ts';
import { viewerAddressHeader } from '#lib/kernel/viewer-headers.ts';
import { mcpPath } from '#lib/mcp.ts';
import type { allRoutes, Area } from '#lib/routes.ts';

/** API Gateway's own responses, in the shape of the product's: `{ error }`. */
const gatewayErrors: Record<string, [status: number, sentence: string]> = {
  MISSING_AUTHENTICATION_TOKEN: [404, 'This address does not exist.'],
  RESOURCE_NOT_FOUND: [404, 'This address does not exist.'],
  UNAUTHORIZED: [401, signInRequiredText],
  REQUEST_TOO_LARGE: [413, 'The body is too large.'],
  INTEGRATION_TIMEOUT: [504, 'The answer takes too long. Try again.'],
};

/** How long the authorizer's answer is cached, including that an address has failed too often. */
const authorizerCacheSeconds = 60;

/**
 * The cache key of the authorizer. It contains the address, because a key that is rejected from an
 * address with too many failures may be valid from another. CloudFront always sets the viewer
 * header; a direct call of the API without it is rejected.
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
 * The headers of API Gateway's own responses, which are fixed values in single quotes, so that none
 * may be inside. A CSP directive without sources allows nothing, like one with 'none'.
 */
const gatewayHeaders = Object.fromEntries(
  Object.entries({ ...dataHeaders, ...httpsOnlyHeaders })
    // API Gateway sets it from the template.
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => {
      const fixed = value.replaceAll(" 'none'", '');
      return [`gatewayresponse.header.${name}`, `'${fixed}'`];
    }),
);

const gatewayResponseOf = (sentence: string, headers: Record<string, string> = {}) => ({
  responseParameters: {
    ...headers,
    ...gatewayHeaders,
  },
  responseTemplates: { 'application/json': JSON.stringify({ error: sentence }) },
});

/** A stage's limit applies per second, so a retry after one second may succeed. */
const tooManyCalls = {
  statusCode: 429,
  ...gatewayResponseOf('Too many calls at once. Try again in a moment.', retryAfter(1)),
};

export const gatewayResponses = {
  ...Object.fromEntries(
    Object.entries(gatewayErrors).map(([type, [statusCode, sentence]]) => [
      type,
      { statusCode, ...gatewayResponseOf(sentence) },
    ]),
  ),
  THROTTLED: tooManyCalls,
  QUOTA_EXCEEDED: tooManyCalls,
  // The authorizer denies access for no other reason: handlers decide about rights.
  ACCESS_DENIED: {
    statusCode: 429,
    ...gatewayResponseOf(
      'Too many failed sign-ins or API keys from this address. Wait a minute.',
      retryAfter(authorizerCacheSeconds),
    ),
  },
  DEFAULT_4XX: gatewayResponseOf('The call is not valid.'),
  DEFAULT_5XX: gatewayResponseOf('Something went wrong on our side. Try again; nothing was lost.'),
};

/** The integration that passes the whole request to a Lambda and returns its response. */
export const proxyIntegration = (invocationUri: string) => ({
  type: 'aws_proxy',
  httpMethod: 'POST',
  uri: invocationUri,
  passthroughBehavior: 'when_no_match',
});

/** Declares the variables of a path: API Gateway rejects paths with undeclared ones. */
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
  'x-amazon-apigateway-integration': proxyIntegration(uri),
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
  /** The invocation address of the Lambda for the Model Context Protocol. */
  mcpUri: string;
};

/**
 * The console API as an OpenAPI document for API Gateway: addresses, authorizer, and which Lambda
 * answers. Inputs are described in `openapi.json` and validated by the handler, not here.
 */
export const gatewayDocument = ({ title, routes, uriOf, authorizerUri, mcpUri }: GatewayParts) => ({
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
          authorizerResultTtlInSeconds: authorizerCacheSeconds,
        },
      },
    },
  },
  'x-amazon-apigateway-gateway-responses': gatewayResponses,
});
