import type { FunctionSpec, TableUse } from '#lib/stack/function-spec.ts';
import { constructIdOf, type FunctionName, functions } from '#lib/stack/functions.ts';
import { everyIn } from '../../support/every-in.ts';
import type { Account, DeployedResource } from './account.ts';
import type { Finding } from './edge.ts';
import { tenant, type Use, type Uses, type Variables } from './use.ts';
import { resourcesNamed } from './variables.ts';

/** The uses of a need, by its name. */
const usesOf: Uses = Object.assign(
  {},
  ...everyIn<{ uses: Uses }>('test/stack/edges/needs').map(([, { uses }]) => uses),
);

const missingResources = (
  account: Account,
  { id }: DeployedResource,
  variables: Variables,
): Finding[] =>
  resourcesNamed(variables).flatMap(({ variable, type, name }) =>
    account.named(type, name) ? [] : [`${id}: ${variable} names no ${type}`],
  );

const tableActions: Record<string, string> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

const tableActionOf = (use: TableUse, tableArn: string): Use => {
  const [kind = '', index] = use.split(' ');
  if (index !== undefined) return ['dynamodb:Query', `${tableArn}/index/${index}`];
  return [tableActions[kind] ?? '', tableArn];
};

/** The listed tables: each has its own name, and the role that reads it is permitted to. */
const tableFindings = (
  account: Account,
  lambda: DeployedResource,
  variables: Variables,
  spec: FunctionSpec,
) => {
  const names: Record<string, string> = JSON.parse(variables.TABLES ?? '{}');
  return Object.entries(spec.tables ?? {}).flatMap(([name, uses]): Finding[] => {
    const table = account.named('AWS::DynamoDB::Table', names[name]);
    const pattern = new RegExp(`^Tables${name.replaceAll('_', '')}[0-9A-F]{8}$`);
    if (!table || !pattern.test(table.id)) return [`${lambda.id}: TABLES names ${name} wrongly`];
    return uses.map((use) => {
      const [action, resource] = tableActionOf(use, table.arn);
      const caller = tableReaderOf(account, variables, resource, lambda);
      return { subject: `${lambda.id} ${name}`, caller, action, resource, context: tenantContext };
    });
  });
};

const tenantContext = {
  'dynamodb:LeadingKeys': [tenant],
  'aws:PrincipalTag/tenant_id': tenant,
  'aws:RequestTag/tenant_id': tenant,
  'aws:TagKeys': ['tenant_id'],
};

/** A function's role for organisations, if it has one, is what reads their data. */
const tableReaderOf = (
  account: Account,
  variables: Variables,
  resource: string,
  { of }: DeployedResource,
) => {
  const { TENANT_ROLE_ARN: tenantRole } = variables;
  const role = account.at('AWS::IAM::Role', tenantRole);
  const text = JSON.stringify(role?.of.Policies ?? []);
  return { role: text.includes(`"${resource}"`) ? String(tenantRole) : String(of.Role) };
};

const tenantSessionFindings = (
  { id, of }: DeployedResource,
  { TENANT_ROLE_ARN }: Variables,
): Finding[] => {
  if (TENANT_ROLE_ARN === undefined) return [];
  const caller = { role: String(of.Role) };
  const subject = `${id} sessions of organisations`;
  return ['sts:AssumeRole', 'sts:TagSession'].map((action) => ({
    subject,
    caller,
    action,
    resource: TENANT_ROLE_ARN,
    context: tenantContext,
  }));
};

const specs = Object.entries(functions) as [FunctionName, FunctionSpec][];

const functionFindings = (account: Account, edition: string): Finding[] =>
  specs.flatMap(([name, spec]): Finding[] => {
    if (spec.edition !== undefined && spec.edition !== edition) return [];
    const lambda = account.functionOf(name);
    if (!lambda) return [`There is no function ${name}`];
    const variables: Variables = Object(Object(lambda.of.Environment).Variables);
    const caller = { role: String(lambda.of.Role) };
    const service = { service: 'lambda.amazonaws.com', from: lambda.arn };
    return [
      { subject: lambda.id, caller: service, action: 'sts:AssumeRole', resource: caller.role },
      ...missingResources(account, lambda, variables),
      ...tenantSessionFindings(lambda, variables),
      ...tableFindings(account, lambda, variables, spec),
      ...(spec.needs ?? []).flatMap((need): Finding[] => {
        const subject = `${lambda.id} ${need}`;
        const uses = usesOf[need]?.(variables) ?? [];
        if (uses.length === 0)
          return [`${subject}: no file of test/stack/edges/needs says its uses`];
        return uses.map(([action, resource, context = {}]) => ({
          subject,
          caller,
          action,
          resource,
          context,
        }));
      }),
    ];
  });

/** The state machine: its role must be able to call each function that its definition names. */
const machineFindings = (account: Account): Finding[] =>
  account.ofType('AWS::StepFunctions::StateMachine').flatMap(({ id, arn: machineArn, of }) => {
    const definition = String(of.DefinitionString);
    const caller = { role: String(of.RoleArn) };
    const service = { service: 'states.amazonaws.com', from: machineArn };
    const called = new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name));
    return [
      { subject: id, caller: service, action: 'sts:AssumeRole', resource: caller.role },
      ...(definition.includes(':states:startExecution')
        ? [
            {
              subject: `${id} lanes`,
              caller,
              action: 'states:StartExecution',
              resource: machineArn,
            },
          ]
        : []),
      ...[...called].map((name): Finding => {
        const resource = String(Object(of.DefinitionSubstitutions)[name]);
        const step = account.at('AWS::Lambda::Function', resource);
        const listed = specs.find(([one]) => constructIdOf(one) === name)?.[0];
        if (!step || step.id !== account.functionOf(listed ?? '')?.id) {
          return `${id}: ${name} is ${resource}, which is not ${listed}`;
        }
        return { subject: `${id} ${name}`, caller, action: 'lambda:InvokeFunction', resource };
      }),
    ];
  });

/** The function that answers CloudFormation for a type of custom resource. */
const providers: Record<string, FunctionName> = {
  'Custom::PublishedSite': 'custom/site-publisher',
  'Custom::FirstAdmin': 'custom/admin-seeder',
};

const customResourceFindings = (account: Account): Finding[] =>
  account.made
    .filter(({ type }) => type.startsWith('Custom::'))
    .filter(({ type, of }) => {
      return of.ServiceToken !== account.functionOf(providers[type] ?? '')?.arn;
    })
    .map(({ id, of }) => `${id}: ${String(of.ServiceToken)} does not answer for it`);

/** What functions, the state machine and CloudFormation use, by name or by role. */
export const functionUseFindings = (account: Account, edition: string): Finding[] => [
  ...functionFindings(account, edition),
  ...machineFindings(account),
  ...customResourceFindings(account),
];
