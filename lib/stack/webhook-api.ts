import {
  ApiDefinition,
  EndpointType,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { agentPath, webhookPath } from '#lib/routes.ts';
import type { ApiLogging } from './api-logs.ts';
import { gatewayResponses, pathParameters, proxyIntegration } from './gateway-document.ts';
import { invocationUri, permitApi } from './invocation.ts';
import { demandRecentTls } from './recent-tls.ts';
import { stageName } from './rest-api.ts';

/** One address of the public API: its operation, and the function that handles it. */
type PublicCall = {
  path: string;
  operationId: string;
  successStatus: string;
  lambda: LambdaFunction;
};

const operationOf = ({ path, operationId, successStatus, lambda }: PublicCall) => ({
  post: {
    operationId,
    parameters: pathParameters(path),
    responses: { [successStatus]: { description: 'The call was accepted.' } },
    'x-amazon-apigateway-integration': proxyIntegration(invocationUri(lambda)),
  },
});

const publicDocument = (title: string, calls: readonly PublicCall[]) => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: Object.fromEntries(calls.map((call) => [`/${call.path}`, operationOf(call)])),
  // Signatures are computed over the bytes as they were sent.
  'x-amazon-apigateway-binary-media-types': ['*/*'],
  'x-amazon-apigateway-gateway-responses': gatewayResponses,
});

type WebhookApiProps = {
  namePrefix: string;
  logging: ApiLogging;
  receiver: LambdaFunction;
  /** Handles calls of agents, which authenticate each call themselves. */
  agents: LambdaFunction;
};

/**
 * The public API for calls of listeners and agents: one POST each, no authorizer, own limits. The
 * query may contain a listener's secret, so nothing here records it: no execution log, no data
 * trace, no X-Ray.
 */
export class WebhookApi extends Construct {
  readonly api: SpecRestApi;
  /** Without a trailing slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: WebhookApiProps) {
    super(scope, id);
    const { namePrefix, logging, receiver, agents } = props;
    const title = `${namePrefix}-webhooks`;
    const calls: PublicCall[] = [
      { path: webhookPath, operationId: 'receiveWebhook', successStatus: '202', lambda: receiver },
      { path: agentPath, operationId: 'answerAgent', successStatus: '200', lambda: agents },
    ];
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: title,
      apiDefinition: ApiDefinition.fromInline(publicDocument(title, calls)),
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: ['*/*'],
      cloudWatchRole: false,
      deployOptions: {
        ...logging.accessLogOf(this),
        stageName,
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
        // Alarms use the metrics of the whole API, which are free; metrics of single methods are
        // not.
        metricsEnabled: false,
        tracingEnabled: false,
        throttlingRateLimit: 2_000,
        throttlingBurstLimit: 4_000,
      },
    });
    demandRecentTls(this.api);
    this.api.deploymentStage.node.addDependency(logging.account);
    // In the source ARN of API Gateway's call, a path variable is whatever the caller sent.
    for (const { path, lambda } of calls) {
      const called = path.replaceAll(/\{\w+\}/g, '*');
      permitApi(lambda, this.api.arnForExecuteApi('POST', `/${called}`, stageName));
    }
    this.url = this.api.urlForPath('/').slice(0, -1);
  }
}
