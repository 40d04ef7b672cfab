import type { Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { mapScheduleKinds } from '#lib/kernel/schedule-kinds.ts';
import { mapMachines } from '#lib/machines.ts';
import { ApiLogging } from './api-logs.ts';
import { ConsoleDomain } from './console-domain.ts';
import { machineArns } from './engine.ts';
import type { Edition } from './edition.ts';
import { Facts } from './facts.ts';
import { FunctionWithRole } from './function-with-role.ts';
import type { FunctionSpec } from './function-spec.ts';
import { FunctionLogs } from './function-logs.ts';
import { constructIdOf, type FunctionName, functions } from './functions.ts';
import { statementsOf } from './grants.ts';
import { Identity } from './identity.ts';
import { type GrantTargets, integrationRolePath, integrationRolePrefix } from './needs.ts';
import { Parameters } from './parameters.ts';
import { deadLetterQueue } from './queue.ts';
import { Realtime } from './realtime.ts';
import { Schedules } from './schedules.ts';
import { Site } from './site.ts';
import { Storage } from './storage.ts';
import { Tables } from './tables.ts';
import { environmentOf, type VariableValues } from './variables.ts';

/** Returns the bundle of a function. */
export type CodeOf = (name: FunctionName) => Code;

/** Resources that functions use: data, identity, bus and sockets. Created before any function. */
const createParts = (stack: Stack, edition: Edition) => {
  const parameters = new Parameters(stack, 'Parameters', { edition, name: stack.stackName });
  const logging = new ApiLogging(stack, 'ApiLogging');
  const storage = new Storage(stack, 'Storage');
  const { namePrefix, mailFrom, secondFactor, consoleDomain, consoleCertificate } = parameters;
  const domain = new ConsoleDomain(stack, 'ConsoleDomain', {
    domain: consoleDomain,
    certificate: consoleCertificate,
  });
  return {
    parameters,
    logging,
    tables: new Tables(stack, 'Tables'),
    storage,
    site: new Site(stack, 'Site', { namePrefix, logs: storage.accessLogs, domain }),
    identity: new Identity(stack, 'Identity', { edition, mailFrom, secondFactor }),
    facts: new Facts(stack, 'Facts', namePrefix),
    realtime: new Realtime(stack, 'Realtime', namePrefix, logging),
    schedules: new Schedules(stack, 'Schedules', namePrefix),
    failedCalls: deadLetterQueue(stack, 'FailedCalls'),
    machineArns: mapMachines((name) => machineArns(stack, namePrefix, name)),
  };
};

type Parts = ReturnType<typeof createParts>;

const knownValues = (stack: Stack, parts: Parts): VariableValues => ({
  STATE_MACHINES: stack.toJsonString(
    mapMachines((name) => parts.machineArns[name].stateMachineArn),
  ),
  BUS_NAME: parts.facts.bus.eventBusName,
  FILES_BUCKET: parts.storage.files.bucketName,
  KEY_ID: parts.storage.sealingKey.keyId,
  HASH_SECRET_ID: parts.storage.hashSecret.secretArn,
  STEAMPIPE_SECRET_ID: parts.storage.steampipeAddress.secretArn,
  OUTGOING_ONLY: parts.parameters.outgoingOnly,
  STEAMPIPE_CONNECTIONS: parts.parameters.steampipeConnections,
  // The same reference as in CloudFront: CloudFormation replaces it with the secret's text.
  ORIGIN_SECRET: parts.storage.originSecret.secretValue.unsafeUnwrap(),
  USER_POOL_ID: parts.identity.pool.userPoolId,
  CLIENT_ID: parts.identity.client.userPoolClientId,
  WS_ENDPOINT: parts.realtime.stage.callbackUrl,
  MAIL_FROM: parts.parameters.mailFrom,
  SUPPORT_EMAIL: parts.parameters.adminEmail,
  INTEGRATION_ROLES: integrationRolePrefix(parts.parameters.namePrefix),
  INTEGRATION_PRINCIPAL: stack.formatArn({
    service: 'iam',
    region: '',
    resource: 'role',
    resourceName: `${integrationRolePath(parts.parameters.namePrefix).slice(1)}*`,
  }),
  SITE_BUCKET: parts.site.bucket.bucketName,
  SCHEDULE_GROUPS: stack.toJsonString(
    mapScheduleKinds((kind) => parts.schedules.groups[kind].scheduleGroupName),
  ),
  SCHEDULE_ROLE_ARN: parts.schedules.role.roleArn,
  SCHEDULE_DLQ_ARN: parts.schedules.missed.queueArn,
});

const grantTargetsOf = (stack: Stack, parts: Parts, values: VariableValues): GrantTargets => ({
  ...parts,
  stack,
  namePrefix: parts.parameters.namePrefix,
  poolArn: parts.identity.pool.userPoolArn,
  busArn: parts.facts.bus.eventBusArn,
  connectionsArn: (method) => parts.realtime.connectionsArn(method),
  mailFrom: parts.parameters.mailFrom,
  pythonArn: values.PYTHON_FUNCTION_ARN ?? '',
  queryArn: values.QUERY_FUNCTION_ARN ?? '',
  modelArn: values.MODEL_FUNCTION_ARN ?? '',
});

export type Foundation = Parts & {
  /** Variables of functions; an address is added as soon as its resource exists. */
  values: VariableValues;
  /** Creates a function as described in `functions.ts`. */
  fn: (name: FunctionName) => FunctionWithRole;
};

export const createFoundation = (stack: Stack, codeOf: CodeOf, edition: Edition): Foundation => {
  const parts = createParts(stack, edition);
  const values = knownValues(stack, parts);
  const logs = new FunctionLogs(stack, 'FunctionLogs');
  return {
    ...parts,
    values,
    fn: (name) => {
      const spec: FunctionSpec = functions[name];
      return new FunctionWithRole(stack, constructIdOf(name), {
        description: `Cloudwarden ${name}`,
        spec,
        code: codeOf(name),
        environment: environmentOf(spec, { stack, tables: parts.tables, values }),
        ...(spec.needs?.includes('assume integration roles') && {
          rolePath: integrationRolePath(parts.parameters.namePrefix),
        }),
        statements: statementsOf(spec, grantTargetsOf(stack, parts, values)),
        failures: parts.failedCalls,
        logGroup: logs.groupFor(name),
      });
    },
  };
};
