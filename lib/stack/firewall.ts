import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

const visible = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

/** Refuses addresses that AWS knows as bad. Rules that read bodies would refuse honest reports. */
const reputation: CfnWebACL.RuleProperty = {
  name: 'reputation',
  priority: 0,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
  },
  visibilityConfig: visible('reputation'),
};

/** One address may make so many calls in five minutes; a busy sender of webhooks stays below. */
const flood: CfnWebACL.RuleProperty = {
  name: 'flood',
  priority: 1,
  action: { block: {} },
  statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: 150_000 } },
  visibilityConfig: visible('flood'),
};

/** The web application firewall of the SaaS edition, in front of both REST APIs. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, apis: Record<string, SpecRestApi>) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: [reputation, flood],
      visibilityConfig: visible('firewall'),
    });
    for (const [name, api] of Object.entries(apis)) {
      const { stageArn } = api.deploymentStage;
      new CfnWebACLAssociation(this, name, { resourceArn: stageArn, webAclArn: acl.attrArn });
    }
  }
}
