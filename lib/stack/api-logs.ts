import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat, CfnAccount, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/**
 * The fields of the access logs of both REST APIs: the path's pattern instead of the path, and
 * never the query, which may contain a listener's secret.
 */
const accessLogFields = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  // Behind CloudFront, `ip` is an address of CloudFront.
  viewer: '$context.authorizer.viewer',
  method: '$context.httpMethod',
  path: '$context.resourcePath',
  status: '$context.status',
  responseLength: '$context.responseLength',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  errorType: '$context.error.responseType',
};

/** The role and account setting that let API Gateway write logs, for all APIs of this region. */
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
      // API Gateway tests the role with exactly these actions on all log groups before accepting
      // it.
      resources: ['*'],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      // Inline, so that the policy exists when the role is tested and is retained with the role.
      inlinePolicies: { writing: new PolicyDocument({ statements: [writing] }) },
    });
    this.account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    // There is one setting per account and region: deleting it would stop other stacks' logs.
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }

  /** Creates an access log for one API and returns it as deploy options of its stage. */
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
