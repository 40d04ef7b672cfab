import type { Route } from '#lib/kernel/route.ts';
import { mcpPath } from '#lib/mcp.ts';
import { agentPath, allRoutes, webhookPath } from '#lib/routes.ts';
import { accountId, region } from '../../support/account.ts';
import type { Account, DeployedResource } from './account.ts';
import type { Finding } from './edge.ts';

const gateway = 'apigateway.amazonaws.com';

const executeArn = (api: string, resourcePath: string): string =>
  `arn:aws:execute-api:${region}:${accountId}:${api}/${resourcePath}`;

const uriPattern = new RegExp(
  `^arn:aws:apigateway:${region}:lambda:path/2015-03-31/functions/(.+)/invocations$`,
);

/** API Gateway calls a function at an address: it must be the listed one, and be allowed. */
const invocationFinding = (
  account: Account,
  { subject, uri, from, listed }: { subject: string; uri: unknown; from: string; listed: string },
): Finding => {
  const [, resource = ''] = uriPattern.exec(String(uri)) ?? [];
  const called = account.at('AWS::Lambda::Function', resource);
  if (!called || called.id !== account.functionOf(listed)?.id) {
    return `${subject}: it calls ${String(uri)}, which is not ${listed}`;
  }
  return {
    subject,
    caller: { service: gateway, from },
    action: 'lambda:InvokeFunction',
    resource,
  };
};

/** Each listed call: its function, and whether it is public. */
const listedCalls = new Map<string, { called: string; isPublic: boolean }>([
  [`post /${webhookPath}`, { called: 'events/webhook-received', isPublic: true }],
  [`post /${agentPath}`, { called: 'events/agent-called', isPublic: true }],
  [`post /${mcpPath}`, { called: 'events/mcp-called', isPublic: false }],
  ...Object.entries(allRoutes).flatMap(([area, routes]) =>
    Object.values<Route>(routes).map(
      ({ method, path, permission }) =>
        [
          `${method.toLowerCase()} /${path}`,
          { called: `api/${area}`, isPublic: permission === 'public' },
        ] as const,
    ),
  ),
]);

type Operation = { security?: object[]; 'x-amazon-apigateway-integration'?: object };
type Body = {
  paths: Record<string, Record<string, Operation>>;
  security?: object[];
  components?: { securitySchemes?: Record<string, object> };
};

const operationsOf = (api: DeployedResource): [key: string, operation: Operation, body: Body][] => {
  const body = api.of.Body as Body;
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, Operation, Body] => [
      `${method} ${path}`,
      one,
      body,
    ]),
  );
};

const operationFindings = (
  account: Account,
  api: DeployedResource,
  [key, { security, ...operation }, body]: [string, Operation, Body],
): Finding[] => {
  const listed = listedCalls.get(key);
  const subject = `${api.id} ${key}`;
  if (!listed) return [`${subject}: nothing lists this call`];
  const requirements = security ?? body.security ?? [];
  const schemes = Object.keys(body.components?.securitySchemes ?? {});
  const isPublic = requirements.length === 0;
  const unknownSchemes = requirements
    .flatMap(Object.keys)
    .filter((name) => !schemes.includes(name));
  const [method = '', path = ''] = key.split(' ');
  const { type, httpMethod, uri } = Object(operation['x-amazon-apigateway-integration']);
  const stages = account.ofType('AWS::ApiGateway::Stage');
  return [
    ...(isPublic === listed.isPublic ? [] : [`${subject}: whether it asks who calls is wrong`]),
    ...unknownSchemes.map((name) => `${subject}: there is no authorizer ${name}`),
    ...(type === 'aws_proxy' && httpMethod === 'POST'
      ? []
      : [`${subject}: functions are invoked by a POST, not by ${type} ${httpMethod}`]),
    ...stages
      .filter(({ of }) => of.RestApiId === api.ref)
      .map(({ of }) => {
        const called = path.replaceAll(/\{\w+\}/g, 'sample');
        const from = executeArn(
          api.ref,
          `${String(of.StageName)}/${method.toUpperCase()}${called}`,
        );
        return invocationFinding(account, { subject, uri, from, listed: listed.called });
      }),
  ];
};

const authorizerFindings = (account: Account, api: DeployedResource): Finding[] => {
  const { components } = api.of.Body as Body;
  return Object.entries(components?.securitySchemes ?? {}).map(([name, scheme]) => {
    const { authorizerUri } = Object(Object(scheme)['x-amazon-apigateway-authorizer']);
    return invocationFinding(account, {
      subject: `${api.id} authorizer ${name}`,
      uri: authorizerUri,
      from: executeArn(api.ref, 'authorizers/sample'),
      listed: 'authorizer',
    });
  });
};

const restCallFindings = (account: Account): Finding[] => {
  const apis = account.ofType('AWS::ApiGateway::RestApi');
  const found = new Set(apis.flatMap((api) => operationsOf(api).map(([key]) => key)));
  return [
    ...[...listedCalls.keys()]
      .filter((key) => !found.has(key))
      .map((key) => `${key}: no API has this call`),
    ...apis.flatMap((api) => [
      ...operationsOf(api).flatMap((one) => operationFindings(account, api, one)),
      ...authorizerFindings(account, api),
    ]),
  ];
};

/** The functions behind the WebSocket API's routes; a heartbeat has none. */
const socketFunctions: Record<string, string> = {
  $connect: 'events/socket-opened',
  send: 'events/socket-message',
  $disconnect: 'events/socket-closed',
};

const socketAuthorizerFindings = (account: Account, route: DeployedResource): Finding[] => {
  const { RouteKey, AuthorizationType, AuthorizerId, ApiId } = route.of;
  const subject = `${route.id} authorizer`;
  if (RouteKey !== '$connect') return [];
  const authorizer = account.named('AWS::ApiGatewayV2::Authorizer', AuthorizerId);
  if (AuthorizationType !== 'CUSTOM' || !authorizer || authorizer.of.ApiId !== ApiId) {
    return [`${subject}: connections are opened without it`];
  }
  const from = executeArn(String(ApiId), `authorizers/${authorizer.ref}`);
  const uri = authorizer.of.AuthorizerUri;
  return [invocationFinding(account, { subject, uri, from, listed: 'events/socket-authorizer' })];
};

const socketCallFindings = (account: Account): Finding[] =>
  account.ofType('AWS::ApiGatewayV2::Route').flatMap((route) => {
    const { RouteKey, Target, ApiId } = route.of;
    const integration = account
      .ofType('AWS::ApiGatewayV2::Integration')
      .find(({ ref, of }) => Target === `integrations/${ref}` && of.ApiId === ApiId);
    if (!integration) return [`${route.id}: it leads to ${String(Target)}, which is nowhere`];
    const stage = account.ofType('AWS::ApiGatewayV2::Stage').find(({ of }) => of.ApiId === ApiId);
    const from = executeArn(String(ApiId), `${String(stage?.of.StageName)}/${String(RouteKey)}`);
    const { IntegrationType, IntegrationUri: uri } = integration.of;
    const listed = socketFunctions[String(RouteKey)];
    const isMock = IntegrationType === 'MOCK';
    if (isMock !== (listed === undefined)) return [`${route.id}: it ends elsewhere`];
    return [
      ...socketAuthorizerFindings(account, route),
      ...(listed ? [invocationFinding(account, { subject: route.id, uri, from, listed })] : []),
    ];
  });

const signUpFindings = ({ ofType }: Account): Finding[] =>
  ofType('AWS::Cognito::UserPool').flatMap(({ id, arn, of }) =>
    Object.entries(Object(of.LambdaConfig)).map(([trigger, resource]) => ({
      subject: `${id} ${trigger}`,
      caller: { service: 'cognito-idp.amazonaws.com', from: arn },
      action: 'lambda:InvokeFunction',
      resource: String(resource),
    })),
  );

/** Functions that are called by API Gateway and by the user pool. */
export const callFindings = (account: Account): Finding[] => [
  ...restCallFindings(account),
  ...socketCallFindings(account),
  ...signUpFindings(account),
];
