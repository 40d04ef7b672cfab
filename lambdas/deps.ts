// The composition root on AWS. Each part is made when a function first uses it, and then kept.
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';
import { STSClient } from '@aws-sdk/client-sts';
import { openBus } from '#lib/aws/bus.ts';
import { boundedSockets, openDatabase } from '#lib/aws/database.ts';
import { readEnvironment } from '#lib/aws/environment.ts';
import { openFiles } from '#lib/aws/files.ts';
import { openIdentity } from '#lib/aws/identity.ts';
import { readHashSecret } from '#lib/aws/hash-secret.ts';
import { openMail } from '#lib/aws/mail.ts';
import { openPython } from '#lib/aws/python.ts';
import { openRealtime, openSockets } from '#lib/aws/realtime.ts';
import { stepFunctionsRunner } from '#lib/aws/runner.ts';
import { openScheduler } from '#lib/aws/scheduler.ts';
import { openSecrets } from '#lib/aws/secrets.ts';
import { tenantClients, tenantScope } from '#lib/aws/tenant-credentials.ts';
import { readCaller, readRoots } from '#lib/domain/account/caller.service.ts';
import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { openCredential } from '#lib/domain/credentials/opened-credential.ts';
import { check } from '#lib/engine/check.ts';
import { evaluateKey } from '#lib/engine/concurrency-key.ts';
import { problemOf } from '#lib/engine/expression.ts';
import { matches } from '#lib/engine/pattern.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { recordedUsage } from '#lib/engine/recorded-usage.ts';
import { testNode } from '#lib/engine/test-node.ts';
import { createLog } from '#lib/kernel/log.ts';
import type { Python } from '#lib/ports/python.ts';

const environment = readEnvironment(process.env);
const clock = () => Date.now();
const log = createLog({ write: (line) => process.stdout.write(`${line}\n`), clock });

/** The one thing that must be read before a function can serve; those without the right lack it. */
const hashKey =
  process.env.HASH_SECRET_ID === undefined
    ? ''
    : await readHashSecret(new SecretsManagerClient(), environment('HASH_SECRET_ID'));

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** Where the console is, for the API's functions that tell it; `knowingSite` fills it in. */
const calledSite = once(() => ({ url: '' }));

const { forTenant, current } = tenantScope();

const dynamo = once(() => new DynamoDBClient({ requestHandler: boundedSockets }));

/** Functions that serve one organisation a call reach its data by a role of their own. */
const clientOf = once(() =>
  process.env.TENANT_ROLE_ARN === undefined
    ? () => undefined
    : tenantClients({
        sts: new STSClient({ credentials: dynamo().config.credentials }),
        roleArn: environment('TENANT_ROLE_ARN'),
        connection: { requestHandler: dynamo().config.requestHandler },
      }),
);

const clientOfCurrent = () => {
  const tenantId = current();
  return tenantId === undefined ? undefined : clientOf()(tenantId);
};

const db = once(() =>
  openDatabase({
    client: dynamo(),
    names: environment('TABLES'),
    cursorKey: hashKey,
    ofTenant: clientOfCurrent,
  }),
);

const connections = once(
  () => new ApiGatewayManagementApiClient({ endpoint: environment('WS_ENDPOINT') }),
);

const secrets = once(() =>
  openSecrets({ client: new KMSClient(), keyId: environment('KEY_ID'), clock }),
);

const credential = once(() => openCredential({ db: db(), secrets: secrets() }));
const mail = once(() => openMail({ client: new SESv2Client(), from: environment('MAIL_FROM') }));
const request = once(() => outgoing({ allow: [] }));

/** The right to run people's Python belongs to the engine alone. */
const pythonInRunsOnly: Python = {
  run: async () => ({ error: 'Python is tried in a run: start one, dry or not.', stdout: '' }),
};

const parts = {
  db,
  realtime: once(() => openRealtime({ client: connections(), db: db(), clock, log })),
  sockets: once(() => openSockets({ client: connections(), db: db() })),
  files: once(() => openFiles({ client: new S3Client(), bucket: environment('FILES_BUCKET') })),
  secrets,
  credential,
  bus: once(() => openBus({ client: new EventBridgeClient(), busName: environment('BUS_NAME') })),
  mail,
  python: once(() =>
    openPython({
      client: new LambdaClient(),
      functionName: environment('PYTHON_FUNCTION_ARN'),
    }),
  ),
  runner: once(() =>
    stepFunctionsRunner({
      client: new SFNClient(),
      stateMachineArn: environment('STATE_MACHINE_ARN'),
    }),
  ),
  scheduler: once(() =>
    openScheduler({
      client: new SchedulerClient(),
      groups: { bot: environment('SCHEDULE_GROUP') },
      targetArn: environment('SCHEDULE_TARGET_ARN'),
      roleArn: environment('SCHEDULE_ROLE_ARN'),
      deadLetterArn: environment('SCHEDULE_DLQ_ARN'),
    }),
  ),
  testNode: once(() =>
    testNode({
      outgoing: request(),
      credential: credential(),
      mail: mail(),
      python: pythonInRunsOnly,
      clock,
      log,
      site: calledSite(),
    }),
  ),
  calledSite,
  readCaller: once(() => readCaller({ db: db(), clock })),
  readRoots: once(() => readRoots({ db: db() })),
  trail: once(() => auditTrail({ db: db(), clock, log })),
  outgoing: request,
  site: once(() => ({ url: environment('SITE_URL') })),
  identity: once(() =>
    openIdentity({
      client: new CognitoIdentityProviderClient(),
      userPoolId: environment('USER_POOL_ID'),
      clock,
    }),
  ),
  webhookUrl: once(() => environment('WEBHOOK_URL')),
};

type Parts = { readonly [K in keyof typeof parts]: ReturnType<(typeof parts)[K]> };

const getters = Object.fromEntries(
  Object.entries(parts).map(([name, get]) => [name, { get, enumerable: true }]),
);

const fixed = {
  clock,
  log,
  hashKey,
  check,
  recordedUsage,
  problemOf,
  evaluateKey,
  matches,
  environment,
  forTenant,
};

/** Everything that the functions are made of, each read where it is used. */
export const deps: typeof fixed & Parts = Object.defineProperties(fixed, getters) as never;
