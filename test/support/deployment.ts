import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openDatabase } from '#lib/aws/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { openRunner } from '#lib/local/runner/runner.ts';
import { substitute } from '#lib/local/runner/substitute.ts';
import type { FunctionSpec } from '#lib/stack/function-spec.ts';
import { machineNames, mapMachines, pascalCase } from '#lib/machines.ts';
import { constructIdOf, type FunctionName, functions } from '#lib/stack/functions.ts';
import { tables } from '#lib/tables.ts';
import { makeBindings, region } from './account.ts';
import { accessOf, additionalAccessOf, signerOf, type SpecOf } from './aws-access.ts';
import { openSts, sessionOf } from './aws-sessions.ts';
import { type Answer, forwardTo, openServices } from './aws-services.ts';
import { bundledFunctions } from './bundles.ts';
import type { PolicyDocument, Statement } from './iam.ts';
import { type Access, permits } from './iam-verdict.ts';
import { resolveValue } from './intrinsics.ts';
import { type Invoke, openLambdas } from './lambdas.ts';
import { awsError, clientOf, openLoopback } from './loopback.ts';
import { type Resource, type Resources, synthesise } from './template.ts';
import { startSfnServer } from './sfn-server.ts';

export type CallerAccess = Access & { caller: string };

/** The template, and its resources under their physical names. */
const readTemplate = ({ template, ofType }: Resources, names: Record<string, string> = {}) => {
  const bind = makeBindings(template, names);
  const find = (type: string, start: string): [string, Resource] => {
    const found = ofType(type).find(([id]) => id.startsWith(start));
    if (!found) throw new Error(`There is no ${type} ${start}.`);
    return found;
  };
  const resolve = (value: unknown) => resolveValue(value, bind);
  return { template, ofType, bind, find, resolve };
};

type DeployedTemplate = ReturnType<typeof readTemplate>;

const specs = Object.entries(functions) as [FunctionName, FunctionSpec][];

/** The functions of the edition that is deployed here, `workspace`. */
export const deployedFunctions = specs
  .filter(([, { edition = 'workspace' }]) => edition === 'workspace')
  .map(([name]) => name);

const functionResource = ({ find }: DeployedTemplate, name: FunctionName) =>
  find('AWS::Lambda::Function', `${constructIdOf(name)}Function`);

const environmentOf = (template: DeployedTemplate, name: FunctionName): Record<string, string> => {
  const [, { Properties }] = functionResource(template, name);
  const { Variables = {} } = Object(template.resolve(Properties.Environment));
  return Variables;
};

/** The synthesised environment of each function. */
export const functionEnvironment = () => {
  const template = readTemplate(synthesise());
  return (name: FunctionName) => environmentOf(template, name);
};

/** The statements of all policies of a function's role. */
const statementsOf = (
  { find, ofType, resolve }: DeployedTemplate,
  name: FunctionName,
): Statement[] => {
  const [role] = find('AWS::IAM::Role', `${constructIdOf(name)}Role`);
  const isIts = ({ Roles }: Resource['Properties']) => JSON.stringify(Roles).includes(`"${role}"`);
  return ofType('AWS::IAM::Policy')
    .filter(([, { Properties }]) => isIts(Properties))
    .flatMap(
      ([, { Properties }]) => (resolve(Properties.PolicyDocument) as PolicyDocument).Statement,
    );
};

/** The statements for a function's sessions for organisations; empty if it has no such role. */
const tenantStatementsOf = (
  { ofType, resolve }: DeployedTemplate,
  name: FunctionName,
): Statement[] => {
  const isIts = ([id]: [string, unknown]) => id.startsWith(`${constructIdOf(name)}TenantRole`);
  const policies = Object(ofType('AWS::IAM::Role').find(isIts)?.[1].Properties.Policies ?? []);
  return Object.values<{ PolicyDocument: unknown }>(policies).flatMap(
    ({ PolicyDocument }) => (resolve(PolicyDocument) as PolicyDocument).Statement,
  );
};

/** Caches what is found for a function, because every call to AWS needs it. */
const memoizeByFunction = <T>(find: (name: FunctionName) => T): ((name: FunctionName) => T) => {
  const cache = new Map<FunctionName, T>();
  return (name) => {
    const found = cache.get(name) ?? find(name);
    cache.set(name, found);
    return found;
  };
};

const tableNames = ({ find, bind }: DeployedTemplate) =>
  Object.fromEntries(
    tables.map(({ name }) => {
      const [id] = find('AWS::DynamoDB::Table', `Tables${name.replaceAll('_', '')}`);
      return [name, bind(id)];
    }),
  );

/** The template's state machine, run by the embedded interpreter over the deployed functions. */
const openMachines = async (template: DeployedTemplate, invoke: Invoke) => {
  const called = Object.fromEntries(
    deployedFunctions.map((name) => {
      const [id] = functionResource(template, name);
      return [template.bind(id, 'Arn'), (payload: unknown) => invoke(name, payload)];
    }),
  );
  const database = new DatabaseSync(':memory:');
  const clock = () => Date.now();
  const runners = mapMachines((machine) => {
    const start = `Engine${pascalCase(machine)}`;
    const [, { Properties }] = template.find('AWS::StepFunctions::StateMachine', start);
    const substitutions = template.resolve(Properties.DefinitionSubstitutions) as Record<
      string,
      string
    >;
    const definition = substitute(JSON.parse(String(Properties.DefinitionString)), substitutions);
    return openRunner({ database, machine, definition, functions: called, clock });
  });
  const arns: Record<string, string> = JSON.parse(
    environmentOf(template, 'api/executions').STATE_MACHINES ?? '{}',
  );
  const server = await startSfnServer(
    Object.fromEntries(machineNames.map((name) => [arns[name], runners[name]])),
  );
  const close = async () => {
    await Promise.all(Object.values(runners).map((runner) => runner.drain(1_000)));
    await server.close();
    database.close();
  };
  return { runner: runners['bot-run'], scanner: runners['inventory-run'], server, close };
};

/** Functions that other functions call through Lambda's API. */
const invokableFunctions = ['inventory/query', 'engine/ask-model'] as const;

/** Lambda's API: helpers are the deployed ones, every other call is forwarded. */
const lambdaApi = (
  template: DeployedTemplate,
  invoke: Invoke,
  fallback: Answer | undefined,
): Answer => {
  const byPath = new Map<string, (typeof invokableFunctions)[number]>(
    invokableFunctions.map((name) => {
      const [id] = functionResource(template, name);
      return [`/2015-03-31/functions/${template.bind(id, 'Arn')}/invocations`, name] as const;
    }),
  );
  return async (request) => {
    const name = byPath.get(request.path);
    if (!name) return fallback?.(request) ?? awsError('UnknownService');
    const answer = await invoke(name, JSON.parse(request.body.toString()));
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) };
  };
};

/**
 * The template as if it were deployed: every bundled function runs with its synthesised
 * environment, and each of its calls to AWS is checked against its synthesised role before a
 * service answers it.
 */
export const openDeployment = async () => {
  const synthesised = synthesise();
  const physicalNames = tableNames(readTemplate(synthesised));
  const nameOf = ({ name }: Pick<TableSpec, 'name'>) => physicalNames[name] ?? name;
  const services = await openServices(nameOf);
  const [key] = readTemplate(synthesised).find('AWS::KMS::Key', 'Storage');
  const template = readTemplate(synthesised, { [key]: services.kms.keyId });
  const uses: CallerAccess[] = [];
  const denied: CallerAccess[] = [];

  const specOf: SpecOf = (physical) => tables.find((table) => nameOf(table) === physical);
  services.answers.sts = openSts(template);
  const ofFunctions = memoizeByFunction((name) => statementsOf(template, name));
  const ofTenants = memoizeByFunction((name) => tenantStatementsOf(template, name));

  const endpoint = await openLoopback((request) => {
    const { caller: signer, service } = signerOf(request);
    const { caller, context } = sessionOf(signer);
    const accesses = [
      accessOf(service, request, specOf),
      ...additionalAccessOf(service, request),
    ].map((access) => ({ ...access, context: { ...access.context, ...context } }));
    uses.push(...accesses.map((access) => ({ caller, ...access })));
    const permitted = caller === signer ? ofFunctions : ofTenants;
    const statements = permitted(caller as FunctionName);
    const deniedAccess = accesses.find((access) => !statements.some((one) => permits(one, access)));
    if (!deniedAccess) return services.answers[service]?.(request) ?? awsError('UnknownService');
    denied.push({ caller, ...deniedAccess });
    return awsError('AccessDeniedException', `${caller} may not ${deniedAccess.action}`);
  });

  const bundles = await bundledFunctions();
  const [apiId] = template.find('AWS::ApiGatewayV2::Api', 'Realtime');
  const lambdas = openLambdas(bundles.folder, (name) => {
    const environment = environmentOf(template, name);
    return {
      ...environment,
      // The WebSocket API has a host of its own, which cannot be simulated on this machine.
      ...(environment.WS_ENDPOINT && {
        WS_ENDPOINT: `${endpoint.endpoint}/${template.bind(apiId)}/v1`,
      }),
      AWS_REGION: region,
      AWS_ENDPOINT_URL: endpoint.endpoint,
      // The access key in the signature identifies the calling function.
      AWS_ACCESS_KEY_ID: name,
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
  });

  const { lambda } = services.answers;
  services.answers.lambda = lambdaApi(template, lambdas.invoke, lambda);
  const machine = await openMachines(template, lambdas.invoke);
  services.answers.states = forwardTo(machine.server);
  const client = new DynamoDBClient(clientOf(services.dynamo));
  const db = openDatabase({ client, names: physicalNames, cursorKey: () => 'unused' });

  return {
    ...template,
    ...services,
    ...lambdas,
    db,
    uses,
    denied,
    runner: machine.runner,
    scanner: machine.scanner,
    statements: (name: FunctionName) => [...ofFunctions(name), ...ofTenants(name)],
    environment: (name: FunctionName) => environmentOf(template, name),
    /** Options of an AWS client that calls as this function. */
    clientFor: (name: FunctionName) => ({
      ...clientOf(endpoint),
      region,
      credentials: { accessKeyId: name, secretAccessKey: 'secret' },
    }),
    close: async () => {
      await machine.close();
      await lambdas.close();
      client.destroy();
      await Promise.all([services.close(), endpoint.close()]);
      bundles.remove();
    },
  };
};

export type Deployment = Awaited<ReturnType<typeof openDeployment>>;
