import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/** The address that API Gateway invokes a Lambda by. */
export const invocationUri = (lambda: LambdaFunction): string =>
  Stack.of(lambda).formatArn({
    service: 'apigateway',
    account: 'lambda',
    resource: 'path',
    resourceName: `2015-03-31/functions/${lambda.functionArn}/invocations`,
  });

/** Adds a single permission for everything that the API calls a Lambda for. */
export const permitApi = (lambda: LambdaFunction, sourceArn: string): void =>
  lambda.addPermission('ApiGateway', {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn,
  });
