import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { machines, mapMachines } from '#lib/machines.ts';
import { allRoutes, type Area } from '#lib/routes.ts';
import { Alarms } from './alarms.ts';
import type { Edition } from './edition.ts';
import { Engine, type EngineSteps } from './engine.ts';
import { Firewall } from './firewall.ts';
import { FirstAdmin, PublishedSite } from './first-start.ts';
import { type CodeOf, createFoundation, type Foundation } from './foundation.ts';
import { RestApi } from './rest-api.ts';
import { Scheduling } from './scheduling.ts';
import { StoppedRuns } from './stopped-runs.ts';
import { WebhookApi } from './webhook-api.ts';

export type PlatformProps = StackProps & {
  edition: Edition;
  codeOf: CodeOf;
  /** Changes with the console's files, so that an update publishes them. */
  release: string;
};

const areaFunctions = (fn: Foundation['fn']): Record<Area, LambdaFunction> => {
  const areas = Object.keys(allRoutes) as Area[];
  const lambdas = areas.map((area) => [area, fn(`api/${area}`).lambda]);
  return Object.fromEntries(lambdas) as Record<Area, LambdaFunction>;
};

const createWebhookApi = (stack: Stack, { fn, parameters, logging, values }: Foundation) => {
  const receiver = fn('events/webhook-received').lambda;
  const { namePrefix } = parameters;
  const agents = fn('events/agent-called').lambda;
  const api = new WebhookApi(stack, 'WebhookApi', { namePrefix, logging, receiver, agents });
  values.WEBHOOK_URL = api.url;
  return { receiver, agents, webhookApi: api.api };
};

const createSchedules = ({ fn, schedules, values }: Foundation) => {
  const { lambda } = fn('events/schedule-fired');
  schedules.deliverTo(lambda);
  values.SCHEDULE_TARGET_ARN = lambda.functionArn;
};

const createConsole = (stack: Stack, foundation: Foundation) => {
  const { fn, parameters, logging, values, realtime, storage, site } = foundation;
  const { namePrefix } = parameters;
  const restApi = new RestApi(stack, 'ConsoleApi', {
    namePrefix,
    logging,
    areas: areaFunctions(fn),
    authorizer: fn('authorizer').lambda,
    mcp: fn('events/mcp-called').lambda,
  });
  const { url: siteUrl, cloudFrontName } = site.serve({
    api: restApi.api,
    socketOrigin: realtime.api.apiEndpoint,
    originSecret: storage.originSecret,
  });
  values.SITE_URL = siteUrl;
  restApi.servedAt(siteUrl);
  return { consoleApi: restApi.api, siteUrl, cloudFrontName };
};

/** Functions that other functions call. */
const createHelpers = ({ fn, values }: Foundation) => {
  values.PYTHON_FUNCTION_ARN = fn('python').lambda.functionArn;
  values.QUERY_FUNCTION_ARN = fn('inventory/query').lambda.functionArn;
  values.MODEL_FUNCTION_ARN = fn('engine/ask-model').lambda.functionArn;
};

const createEngine = (stack: Stack, { fn, parameters }: Foundation) => {
  const entries = [...new Set(Object.values(machines).flatMap(({ steps }) => steps))];
  const lambdas = entries.map((entry) => [entry, fn(entry).lambda]);
  const steps = Object.fromEntries(lambdas) as EngineSteps;
  const { namePrefix } = parameters;
  const engine = new Engine(stack, 'Engine', { namePrefix, steps });
  return { machines: engine.machines, engineFail: steps['engine/fail'] };
};

/** Everything that is called by events instead of people. */
const createEvents = (stack: Stack, foundation: Foundation) => {
  const { fn, facts, realtime, parameters, machineArns } = foundation;
  const factHandler = fn('events/fact-published').lambda;
  facts.deliverTo(factHandler);
  const parkedFacts = fn('events/fact-parked').lambda;
  facts.parkWith(parkedFacts);
  realtime.serve({
    authorizer: fn('events/socket-authorizer').lambda,
    opened: fn('events/socket-opened').lambda,
    message: fn('events/socket-message').lambda,
    closed: fn('events/socket-closed').lambda,
  });
  const sweep = fn('events/sweep').lambda;
  const reconcile = fn('events/reconcile').lambda;
  const digest = fn('events/digest').lambda;
  const prune = fn('events/prune').lambda;
  fn('events/subscription-received');
  const beats = { namePrefix: parameters.namePrefix, sweep, reconcile, digest, prune };
  const { missed } = new Scheduling(stack, 'Scheduling', beats);
  const { lambda } = fn('events/run-stopped');
  const { unhandled } = new StoppedRuns(stack, 'StoppedRuns', {
    stateMachineArns: mapMachines((name) => machineArns[name].stateMachineArn),
    lambda,
  });
  return { factHandler, parkedFacts, sweep, missedSweeps: missed, unhandledEnds: unhandled };
};

const consoleConfigOf = (
  { identity, realtime, values, parameters }: Foundation,
  edition: Edition,
) => ({
  userPoolId: identity.pool.userPoolId,
  userPoolClientId: identity.client.userPoolClientId,
  apiUrl: '/api',
  socketUrl: realtime.stage.url,
  webhookUrl: values.WEBHOOK_URL ?? '',
  edition: parameters.edition,
  signUp: edition === 'saas' ? 'on' : 'off',
  secondFactor: parameters.secondFactor,
  notice: parameters.notice,
  highchartsFile: parameters.highchartsFile,
  ...parameters.planLinks,
});

/**
 * Cloudwarden in one account and region, in one flat stack for both editions. Resources are created
 * in the order of their dependencies: an address is known before the functions that need it.
 */
export class PlatformStack extends Stack {
  constructor(scope: Construct, id: string, props: PlatformProps) {
    const { edition, codeOf, release, ...stackProps } = props;
    super(scope, id, {
      description: `Cloudwarden (${edition}).`,
      // A template may have at most a megabyte, including indentation.
      suppressTemplateIndentation: true,
      ...stackProps,
    });
    const foundation = createFoundation(this, codeOf, edition);
    const { fn, facts, realtime, failedCalls, parameters } = foundation;
    const { receiver, agents, webhookApi } = createWebhookApi(this, foundation);
    createSchedules(foundation);
    createHelpers(foundation);
    const { consoleApi, siteUrl, cloudFrontName } = createConsole(this, foundation);
    const engine = createEngine(this, foundation);
    const events = createEvents(this, foundation);
    const signedIn = fn('events/signed-in');
    foundation.identity.hearOfSignIns(signedIn);
    if (edition !== 'saas') foundation.identity.hearOfResets(signedIn);
    if (edition === 'saas') {
      new Firewall(this, 'Firewall', {
        apis: { consoleApi, webhookApi },
        originSecret: foundation.storage.originSecret,
      });
      foundation.identity.answerSignUps(fn('events/sign-up'));
    }
    new PublishedSite(this, 'PublishedSite', {
      site: foundation.site,
      publisher: fn('custom/site-publisher'),
      release,
      config: consoleConfigOf(foundation, edition),
    });
    new FirstAdmin(this, 'FirstAdmin', {
      seeder: fn('custom/admin-seeder'),
      email: parameters.adminEmail,
      organisation: parameters.namePrefix,
    });
    const watched = {
      ...engine,
      ...events,
      consoleApi,
      webhookApi,
      receiver,
      agents,
      socketStage: realtime.stage,
      factQueue: facts.queue,
      unrecordedFacts: facts.unrecorded,
      undeliveredFacts: facts.undelivered,
      missedTicks: foundation.schedules.missed,
      failedCalls,
    };
    new Alarms(this, 'Alarms', watched, parameters.adminEmail);
    new CfnOutput(this, 'ConsoleUrl', { value: `${siteUrl}/app` });
    new CfnOutput(this, 'CloudFrontName', { value: cloudFrontName });
    new CfnOutput(this, 'ApiUrl', { value: `${siteUrl}/api` });
    new CfnOutput(this, 'WebhookUrl', { value: foundation.values.WEBHOOK_URL ?? '' });
  }
}
