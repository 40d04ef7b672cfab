import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { originSecretHeader, viewerAddressHeader } from '#lib/kernel/viewer-headers.ts';

/** Metrics only: samples of requests would show their headers, which contain secrets. */
const metricsOnly = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});

/**
 * Blocks connections from addresses with a bad reputation at AWS; connections of viewers end at
 * CloudFront. Rules that inspect bodies would block legitimate reports.
 */
const reputationRule: CfnWebACL.RuleProperty = {
  name: 'reputation',
  priority: 0,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
  },
  visibilityConfig: metricsOnly('reputation'),
};

/** The most calls from one address in five minutes; busy senders stay below it. */
const maxCalls = 150_000;

/** Matches calls through the site's distribution; their connections come from CloudFront. */
const throughCloudFront = (originSecret: ISecret): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: originSecretHeader } },
    positionalConstraint: 'EXACTLY',
    searchString: originSecret.secretValue.unsafeUnwrap(),
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const rateLimitRule = (
  name: string,
  priority: number,
  statement: CfnWebACL.RateBasedStatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: {} },
  statement: { rateBasedStatement: statement },
  visibilityConfig: metricsOnly(name),
});

/**
 * Limits the calls of each address. Behind CloudFront that is the viewer's address, which the
 * distribution passes in a header; if anybody else sends the header, the connection's address is
 * counted.
 */
const rateLimitRules = (originSecret: ISecret): CfnWebACL.RuleProperty[] => {
  const viewers = throughCloudFront(originSecret);
  return [
    rateLimitRule('flood', 1, {
      aggregateKeyType: 'IP',
      limit: maxCalls,
      scopeDownStatement: { notStatement: { statement: viewers } },
    }),
    rateLimitRule('viewer-flood', 2, {
      aggregateKeyType: 'FORWARDED_IP',
      forwardedIpConfig: { headerName: viewerAddressHeader, fallbackBehavior: 'MATCH' },
      limit: maxCalls,
      scopeDownStatement: viewers,
    }),
  ];
};

type FirewallProps = {
  apis: Record<string, SpecRestApi>;
  /** The secret that proves that a call came through the site's distribution. */
  originSecret: ISecret;
};

/** The web application firewall of the SaaS edition, in front of both REST APIs. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { apis, originSecret }: FirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: [reputationRule, ...rateLimitRules(originSecret)],
      visibilityConfig: metricsOnly('firewall'),
    });
    for (const [name, api] of Object.entries(apis)) {
      const { stageArn } = api.deploymentStage;
      new CfnWebACLAssociation(this, name, { resourceArn: stageArn, webAclArn: acl.attrArn });
    }
  }
}
