import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import type { FunctionName } from '#lib/stack/functions.ts';
import { constructIdOf } from '#lib/stack/functions.ts';
import { apiClient } from './api-client.ts';
import { deployedFunctions, type Deployment } from './deployment.ts';

type Operation = { 'x-amazon-apigateway-integration': { uri: unknown } };
type Paths = Record<string, Record<string, Operation>>;

const authorizerResult = z.object({ context: z.record(z.string(), z.unknown()) });

const variablesOf = (pattern: string, path: string): Record<string, string> | undefined => {
  const source = pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const groups = new RegExp(`^${source}$`).exec(path)?.groups;
  if (groups === undefined) return pattern === path ? {} : undefined;
  return Object.fromEntries(Object.entries(groups).map(([k, v]) => [k, decodeURIComponent(v)]));
};

/** Finds operation and function as API Gateway does: literal paths before those with variables. */
const routerOf = ({ find, resolve, bind }: Deployment, api: string) => {
  const [, { Properties }] = find('AWS::ApiGateway::RestApi', api);
  const { paths }: { paths: Paths } = Object(Properties.Body);
  const patterns = Object.keys(paths).sort((a, b) => a.split('{').length - b.split('{').length);
  const functionOf = (uri: string): FunctionName => {
    const called = deployedFunctions.find((name) => {
      const [id] = find('AWS::Lambda::Function', `${constructIdOf(name)}Function`);
      return uri.includes(`/${bind(id, 'Arn')}/invocations`);
    });
    if (!called) throw new Error(`No function is at ${uri}.`);
    return called;
  };
  return (method: string, path: string) => {
    for (const resource of patterns) {
      const variables = variablesOf(resource, path);
      const operation = variables && paths[resource]?.[method.toLowerCase()];
      if (!operation) continue;
      const uri = String(resolve(operation['x-amazon-apigateway-integration'].uri));
      return { resource, variables, name: functionOf(uri) };
    }
    throw new Error(`${method} ${path} is not in the template.`);
  };
};

const valueListsOf = (entries: Iterable<[string, string]>): Record<string, string[]> => {
  const lists: Record<string, string[]> = {};
  for (const [name, value] of entries) lists[name] = [...(lists[name] ?? []), value];
  return lists;
};

/** The address from which every call comes. */
export const callerAddress = '203.0.113.1';

/** API Gateway in front of the deployed functions, with the template's routes and authorizer. */
export const openGateway = (deployment: Deployment, key: string) => {
  const { invoke } = deployment;
  const [, stage] = deployment.find('AWS::ApiGateway::Stage', 'ConsoleApi');
  const stageVariables = deployment.resolve(stage.Properties.Variables);
  const consoleRoute = routerOf(deployment, 'ConsoleApi');
  const webhookRoute = routerOf(deployment, 'WebhookApi');
  const methodArn = 'arn:aws:execute-api:us-east-1:111122223333:api/v1/GET/bots';

  const authorizer = async () => {
    const requestContext = { identity: { sourceIp: callerAddress } };
    const event = { type: 'REQUEST', methodArn, headers: { Authorization: key }, requestContext };
    return authorizerResult.parse(await invoke('authorizer', event)).context;
  };

  const send = async (method: string, address: string, body?: unknown) => {
    const { pathname, searchParams } = new URL(`https://api/${address}`);
    const { resource, variables, name } = consoleRoute(method, pathname);
    const event = {
      resource,
      httpMethod: method,
      pathParameters: variables,
      headers: {},
      multiValueHeaders: {},
      multiValueQueryStringParameters: valueListsOf(searchParams),
      body: body === undefined ? null : JSON.stringify(body),
      isBase64Encoded: false,
      stageVariables,
      requestContext: { authorizer: await authorizer() },
    };
    const answer = (await invoke(name, event)) as APIGatewayProxyResult;
    return { status: answer.statusCode, body: JSON.parse(answer.body) };
  };

  const webhook = async (address: string, text: string, headers: Record<string, string>) => {
    const { pathname, searchParams } = new URL(address);
    const path = pathname.replace(/^\/v1/, '');
    const { resource, variables, name } = webhookRoute('POST', path);
    const event = {
      resource,
      httpMethod: 'POST',
      pathParameters: variables,
      multiValueHeaders: valueListsOf(Object.entries(headers)),
      multiValueQueryStringParameters: valueListsOf(searchParams),
      body: Buffer.from(text).toString('base64'),
      isBase64Encoded: true,
      requestContext: {},
    };
    const answer = (await invoke(name, event)) as APIGatewayProxyResult;
    return { status: answer.statusCode, body: JSON.parse(answer.body) };
  };

  return { api: apiClient(send), webhook };
};
