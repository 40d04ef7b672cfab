import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat, CfnAccount, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/**
 * What the access logs of both REST APIs say about a call: the path's pattern instead of the path,
 * and never the query, which may hold a listener's secret.
 */
const accessLogFields = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  // Behind CloudFront the connection is CloudFront's.
  viewer: '$context.authorizer.viewer',
  method: '$context.httpMethod',
  path: '$context.resourcePath',
  status: '$context.status',
  responseLength: '$context.responseLength',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  errorType: '$context.error.responseType',
};

/**
 * The role and account setting that let API Gateway write logs, for all APIs of account and region.
 */
export class ApiLogging extends Construct {
  readonly account: CfnAccount;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const writing = new PolicyStatement({
      actions: [
        'logs:CreateLogGroup',
        'logs:CreateLogStream',
        'logs:DescribeLogGroups',
        'logs:DescribeLogStreams',
        'logs:FilterLogEvents',
        'logs:GetLogEvents',
        'logs:PutLogEvents',
      ],
      // API Gateway tries the role before it takes it, for just these actions on every log group.
      resources: ['*'],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      // Inside of the role, so that it is there when the role is tried and stays when the role
      // stays.
      inlinePolicies: { writing: new PolicyDocument({ statements: [writing] }) },
    });
    this.account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    // There is one setting an account and region: taking it away would stop the logs of other
    // stacks.
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }

  /** An access log of its own for one API, as the deploy options of its stage. */
  accessLogOf(scope: Construct) {
    const logGroup = new LogGroup(scope, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return {
      accessLogDestination: new LogGroupLogDestination(logGroup),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
    };
  }
}
