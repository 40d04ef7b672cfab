import {
  ApiDefinition,
  CfnStage,
  EndpointType,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Size, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type Area, allRoutes } from '#lib/routes.ts';
import type { ApiLogging } from './api-logs.ts';
import { gatewayDocument } from './gateway-document.ts';
import { invocationUri, permitApi } from './invocation.ts';
import { demandRecentTls } from './recent-tls.ts';

/** The path that CloudFront replaces `/api` with. */
export const stageName = 'v1';

type RestApiProps = {
  namePrefix: string;
  logging: ApiLogging;
  areas: Record<Area, LambdaFunction>;
  authorizer: LambdaFunction;
  /** Handles the Model Context Protocol by calling this API. */
  mcp: LambdaFunction;
};

/** The console API: one inline OpenAPI body derived from `lib/routes.ts`. */
export class RestApi extends Construct {
  readonly api: SpecRestApi;

  constructor(scope: Construct, id: string, props: RestApiProps) {
    super(scope, id);
    const { namePrefix, logging, areas, authorizer, mcp } = props;
    const title = `${namePrefix}-console`;
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: title,
      apiDefinition: ApiDefinition.fromInline(
        gatewayDocument({
          title,
          routes: allRoutes,
          uriOf: (area) => invocationUri(areas[area]),
          authorizerUri: invocationUri(authorizer),
          mcpUri: invocationUri(mcp),
        }),
      ),
      endpointTypes: [EndpointType.REGIONAL],
      // Compressed here, because CloudFront only compresses what it may cache.
      minCompressionSize: Size.kibibytes(1),
      cloudWatchRole: false,
      deployOptions: {
        ...logging.accessLogOf(this),
        stageName,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        // Alarms use the metrics of the whole API, which are free; metrics of single methods are
        // not.
        metricsEnabled: false,
        tracingEnabled: true,
        throttlingRateLimit: 1_000,
        throttlingBurstLimit: 2_000,
      },
    });
    demandRecentTls(this.api);
    this.api.deploymentStage.node.addDependency(logging.account);
    for (const lambda of [...Object.values(areas), mcp]) {
      permitApi(lambda, this.api.arnForExecuteApi('*', '/*', stageName));
    }
    permitApi(authorizer, this.authorizersArn());
  }

  /**
   * Passes the console's address to the API's functions as a stage variable: it is only known after
   * the API is created.
   */
  servedAt(siteUrl: string): void {
    const { defaultChild } = this.api.deploymentStage.node;
    if (defaultChild instanceof CfnStage) defaultChild.variables = { siteUrl };
  }

  private authorizersArn(): string {
    return Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.api.restApiId,
      resourceName: 'authorizers/*',
    });
  }
}
