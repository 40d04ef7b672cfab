import {
  ApiDefinition,
  EndpointType,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { webhookPath } from '#lib/routes.ts';
import type { ApiLogging } from './api-logs.ts';
import { gatewayResponses, pathParameters, proxyTo } from './gateway-document.ts';
import { invocationUri, permitApi } from './invocation.ts';
import { stageName } from './rest-api.ts';

const webhookDocument = (title: string, uri: string) => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: {
    [`/${webhookPath}`]: {
      post: {
        operationId: 'receiveWebhook',
        parameters: pathParameters(webhookPath),
        responses: { 202: { description: 'The event is stored.' } },
        'x-amazon-apigateway-integration': proxyTo(uri),
      },
    },
  },
  // Signatures are made over the bytes as they were sent.
  'x-amazon-apigateway-binary-media-types': ['*/*'],
  'x-amazon-apigateway-gateway-responses': gatewayResponses,
});

type WebhookApiProps = { namePrefix: string; logging: ApiLogging; receiver: LambdaFunction };

/**
 * The public API that listeners are called on: one POST, no authorizer, limits of its own. The
 * query may hold a listener's secret, so nothing here records it: no execution log, no data trace,
 * no X-Ray.
 */
export class WebhookApi extends Construct {
  readonly api: SpecRestApi;
  /** Without a slash at the end. */
  readonly url: string;

  constructor(scope: Construct, id: string, { namePrefix, logging, receiver }: WebhookApiProps) {
    super(scope, id);
    const title = `${namePrefix}-webhooks`;
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: title,
      apiDefinition: ApiDefinition.fromInline(webhookDocument(title, invocationUri(receiver))),
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: ['*/*'],
      cloudWatchRole: false,
      deployOptions: {
        ...logging.accessLogOf(this),
        stageName,
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
        // Alarms read the figures of the whole API, which are free; those of a method are not.
        metricsEnabled: false,
        tracingEnabled: false,
        throttlingRateLimit: 2_000,
        throttlingBurstLimit: 4_000,
      },
    });
    this.api.deploymentStage.node.addDependency(logging.account);
    // In the address that API Gateway calls from, a path variable is whatever was sent for it.
    const called = webhookPath.replaceAll(/\{\w+\}/g, '*');
    permitApi(receiver, this.api.arnForExecuteApi('POST', `/${called}`, stageName));
    this.url = this.api.urlForPath('/').slice(0, -1);
  }
}
