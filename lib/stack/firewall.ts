import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { originSecretHeader, viewerAddressHeader } from '#lib/kernel/viewer-headers.ts';

/** Counted, and nothing of a request kept: samples would show its headers, which hold secrets. */
const visible = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});

/**
 * Refuses connections of addresses that AWS knows as bad; those of viewers end at CloudFront. Rules
 * that read bodies would refuse honest reports.
 */
const reputation: CfnWebACL.RuleProperty = {
  name: 'reputation',
  priority: 0,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
  },
  visibilityConfig: visible('reputation'),
};

/** So many calls may come from one address in five minutes; a busy sender stays below. */
const mostCalls = 150_000;

/** Calls that came through the site's distribution, whose connections are CloudFront's. */
const throughCloudFront = (originSecret: ISecret): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: originSecretHeader } },
    positionalConstraint: 'EXACTLY',
    searchString: originSecret.secretValue.unsafeUnwrap(),
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const flood = (
  name: string,
  priority: number,
  counted: CfnWebACL.RateBasedStatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: {} },
  statement: { rateBasedStatement: counted },
  visibilityConfig: visible(name),
});

/**
 * Counts the calls of each address. Behind CloudFront that is the viewer's, which the distribution
 * names in a header; anybody else who sends the header is counted by the connection.
 */
const floods = (originSecret: ISecret): CfnWebACL.RuleProperty[] => {
  const viewers = throughCloudFront(originSecret);
  return [
    flood('flood', 1, {
      aggregateKeyType: 'IP',
      limit: mostCalls,
      scopeDownStatement: { notStatement: { statement: viewers } },
    }),
    flood('viewer-flood', 2, {
      aggregateKeyType: 'FORWARDED_IP',
      forwardedIpConfig: { headerName: viewerAddressHeader, fallbackBehavior: 'MATCH' },
      limit: mostCalls,
      scopeDownStatement: viewers,
    }),
  ];
};

type FirewallProps = {
  apis: Record<string, SpecRestApi>;
  /** What the site's distribution proves itself by. */
  originSecret: ISecret;
};

/** The web application firewall of the SaaS edition, in front of both REST APIs. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { apis, originSecret }: FirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: [reputation, ...floods(originSecret)],
      visibilityConfig: visible('firewall'),
    });
    for (const [name, api] of Object.entries(apis)) {
      const { stageArn } = api.deploymentStage;
      new CfnWebACLAssociation(this, name, { resourceArn: stageArn, webAclArn: acl.attrArn });
    }
  }
}
