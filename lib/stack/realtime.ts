import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { LogGroupLogDestination, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import {
  WebSocketLambdaIntegration,
  WebSocketMockIntegration,
} from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ApiLogging } from './api-logs.ts';

/** Log fields of a connection; never the query, which contains its ticket. */
const logFields = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  connectionId: '$context.connectionId',
  route: '$context.routeKey',
  event: '$context.eventType',
  status: '$context.status',
};

type SocketEvent = 'authorizer' | 'opened' | 'message' | 'closed';
export type SocketFunctions = Record<SocketEvent, LambdaFunction>;

/**
 * The WebSocket API: opened with a ticket. The server posts frames; consoles send with the action
 * `send`.
 */
export class Realtime extends Construct {
  readonly api: WebSocketApi;
  readonly stage: WebSocketStage;

  constructor(scope: Construct, id: string, namePrefix: string, logging: ApiLogging) {
    super(scope, id);
    this.api = new WebSocketApi(this, 'Api', { apiName: `${namePrefix}-realtime` });
    const logGroup = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: 'v1',
      autoDeploy: true,
      throttle: { rateLimit: 500, burstLimit: 1_000 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(logFields)),
      },
    });
    this.stage.node.addDependency(logging.account);
  }

  /** The ARN of open connections: POST sends a frame, DELETE closes a connection. */
  connectionsArn(method: 'POST' | 'DELETE'): string {
    return Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.api.apiId,
      resourceName: `${this.stage.stageName}/${method}/@connections/*`,
    });
  }

  serve({ authorizer, opened, message, closed }: SocketFunctions): void {
    this.api.addRoute('$connect', {
      integration: new WebSocketLambdaIntegration('Opened', opened),
      authorizer: new WebSocketLambdaAuthorizer('Ticket', authorizer, {
        identitySource: ['route.request.querystring.ticket'],
      }),
    });
    this.api.addRoute('$disconnect', {
      integration: new WebSocketLambdaIntegration('Closed', closed),
    });
    this.api.addRoute('send', {
      integration: new WebSocketLambdaIntegration('Message', message),
      // The sender gets the result of the call.
      returnResponse: true,
    });
    // Everything else is a heartbeat, accepted without calling a function.
    this.api.addRoute('$default', {
      integration: new WebSocketMockIntegration('Heartbeat', {
        requestTemplates: { $default: '{"statusCode":200}' },
        templateSelectionExpression: '\\$default',
      }),
    });
  }
}
