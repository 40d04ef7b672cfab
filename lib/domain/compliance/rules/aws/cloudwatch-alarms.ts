import type { Severity } from '#lib/kernel/findings.ts';
import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';
import { managementEvents } from './management-events.ts';

type Watch = {
  /** The end of the rule's id. */
  id: string;
  /** What is watched, to follow "CloudWatch alarm exists for". */
  subject: string;
  description: string;
  severity: Severity;
  /** Names of CloudTrail events that the filter must contain. */
  events?: readonly string[];
  /** Other terms that the filter must contain, without spaces and quotation marks. */
  terms?: readonly string[];
};

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Conditions on the filter's pattern after spaces and quotation marks are removed. */
const filterConditions = ({ events = [], terms = [] }: Watch): string =>
  [...events.map((event) => `$.eventName=${event}`), ...terms]
    .map((term) => `'${escapeRegExp(term)}(?![A-Za-z0-9])'`)
    .join(',\n          ');

/**
 * SQL condition: one of the account's trails records the management events of all regions into a
 * log group whose metric filter names the events, and an alarm on that metric has a subscriber.
 */
const alarmExistsSql = (watch: Watch): string => `exists (
      select from aws_cloudtrail_trail t
      join aws_cloudwatch_log_metric_filter f
        on f.log_group_name = split_part(t.log_group_arn, ':', 7)
        and f.region = split_part(t.log_group_arn, ':', 4)
      join aws_cloudwatch_alarm m
        on m.metric_name = f.metric_transformation_name
        and m.namespace = f.metric_transformation_namespace
        and m.region = f.region and m.account_id = f.account_id
      join aws_sns_topic_subscription s
        on m.alarm_actions ? s.topic_arn
      where t.account_id = a.account_id
        and t.is_multi_region_trail and t.is_logging
        and ${managementEvents}
        and m.actions_enabled
        and s.subscription_arn is distinct from 'PendingConfirmation'
        and regexp_replace(f.filter_pattern, '[\\s"'']', '', 'g') ~ all (array[
          ${filterConditions(watch)}
        ])
    )`;

const watchRule = (watch: Watch): WrittenRule => ({
  rule_id: `aws-cloudwatch-watches-${watch.id}`,
  service: 'CloudWatch',
  resource_type: 'aws_account',
  title: `CloudWatch alarm exists for ${watch.subject}`,
  description: watch.description,
  remediation:
    'Send a multi-region trail to a CloudWatch log group; add a metric filter for these events, ' +
    'an alarm with a threshold of one, and an SNS topic with a confirmed subscription.',
  severity: watch.severity,
  category: 'Security',
  sql: awsRuleSql({
    from: 'aws_account a',
    resource: 'a.arn',
    noun: 'Account',
    name: 'a.account_id',
    verdicts: [['ok', alarmExistsSql(watch), `has an alarm for ${watch.subject}`]],
    otherwise: ['alarm', `has no trail, metric filter and alarm for ${watch.subject}`],
    region: 'a.region',
    account_id: 'a.account_id',
  }),
});

const watches: readonly Watch[] = [
  {
    id: 'unauthorized-calls',
    subject: 'unauthorized API calls',
    description: 'Many denied calls point to stolen credentials or a misconfigured program.',
    severity: 'medium',
    terms: ['$.errorCode=*UnauthorizedOperation', '$.errorCode=AccessDenied*'],
  },
  {
    id: 'sign-in-without-mfa',
    subject: 'console sign-ins without MFA',
    description: 'A sign-in without MFA may be somebody using a stolen password.',
    severity: 'medium',
    events: ['ConsoleLogin'],
    terms: ['$.additionalEventData.MFAUsed!=Yes'],
  },
  {
    id: 'root',
    subject: 'root user activity',
    description: 'The root user is all-powerful and rarely needed, so every use should be noticed.',
    severity: 'high',
    terms: [
      '$.userIdentity.type=Root',
      '$.userIdentity.invokedByNOTEXISTS',
      '$.eventType!=AwsServiceEvent',
    ],
  },
  {
    id: 'iam-policies',
    subject: 'IAM policy changes',
    description: 'Changing a policy is a common way to escalate privileges.',
    severity: 'medium',
    events: [
      ...['Group', 'Role', 'User'].flatMap((principal) => [
        `Delete${principal}Policy`,
        `Put${principal}Policy`,
        `Attach${principal}Policy`,
        `Detach${principal}Policy`,
      ]),
      'CreatePolicy',
      'DeletePolicy',
      'CreatePolicyVersion',
      'DeletePolicyVersion',
    ],
  },
  {
    id: 'cloudtrail',
    subject: 'CloudTrail configuration changes',
    description:
      'An attacker who stops a trail becomes invisible, so the change itself must be noticed.',
    severity: 'high',
    events: ['CreateTrail', 'UpdateTrail', 'DeleteTrail', 'StartLogging', 'StopLogging'],
  },
  {
    id: 'failed-sign-ins',
    subject: 'failed console sign-ins',
    description: 'A series of failed sign-ins points to password guessing.',
    severity: 'medium',
    events: ['ConsoleLogin'],
    terms: ['$.errorMessage=Failedauthentication'],
  },
  {
    id: 'kms-keys',
    subject: 'disabling or scheduled deletion of KMS keys',
    description:
      'Data encrypted with a deleted key is lost; the waiting period is your chance to act.',
    severity: 'medium',
    events: ['DisableKey', 'ScheduleKeyDeletion'],
    terms: ['$.eventSource=kms.amazonaws.com'],
  },
  {
    id: 'bucket-policies',
    subject: 'S3 bucket policy changes',
    description: 'Most S3 leaks start with a policy or ACL that was made too permissive.',
    severity: 'medium',
    events: [
      'PutBucketAcl',
      ...['Policy', 'Cors', 'Lifecycle', 'Replication'].flatMap((setting) => [
        `PutBucket${setting}`,
        `DeleteBucket${setting}`,
      ]),
    ],
  },
  {
    id: 'config',
    subject: 'AWS Config changes',
    description: 'Without the recorder, nobody can tell later how a resource was configured.',
    severity: 'medium',
    events: [
      'StopConfigurationRecorder',
      'DeleteDeliveryChannel',
      'PutDeliveryChannel',
      'PutConfigurationRecorder',
    ],
  },
  {
    id: 'security-groups',
    subject: 'security group changes',
    description: 'A new security group rule can expose a machine to the internet.',
    severity: 'medium',
    events: [
      'AuthorizeSecurityGroupIngress',
      'AuthorizeSecurityGroupEgress',
      'RevokeSecurityGroupIngress',
      'RevokeSecurityGroupEgress',
      'CreateSecurityGroup',
      'DeleteSecurityGroup',
    ],
  },
  {
    id: 'network-acls',
    subject: 'network ACL changes',
    description: 'Network ACLs protect whole subnets, so one changed entry affects many machines.',
    severity: 'low',
    events: [
      'CreateNetworkAcl',
      'CreateNetworkAclEntry',
      'DeleteNetworkAcl',
      'DeleteNetworkAclEntry',
      'ReplaceNetworkAclEntry',
      'ReplaceNetworkAclAssociation',
    ],
  },
  {
    id: 'gateways',
    subject: 'network gateway changes',
    description: 'A new gateway is a new way into and out of your network.',
    severity: 'low',
    events: [
      'CreateCustomerGateway',
      'DeleteCustomerGateway',
      'AttachInternetGateway',
      'CreateInternetGateway',
      'DeleteInternetGateway',
      'DetachInternetGateway',
    ],
  },
  {
    id: 'route-tables',
    subject: 'route table changes',
    description: 'A changed route can send traffic around a firewall or out of the network.',
    severity: 'low',
    events: [
      'CreateRoute',
      'CreateRouteTable',
      'ReplaceRoute',
      'ReplaceRouteTableAssociation',
      'DeleteRouteTable',
      'DeleteRoute',
      'DisassociateRouteTable',
    ],
  },
  {
    id: 'vpcs',
    subject: 'VPC changes',
    description: 'A new or peered VPC can connect networks that were meant to be separate.',
    severity: 'low',
    events: [
      'CreateVpc',
      'DeleteVpc',
      'ModifyVpcAttribute',
      'AcceptVpcPeeringConnection',
      'CreateVpcPeeringConnection',
      'DeleteVpcPeeringConnection',
      'RejectVpcPeeringConnection',
      'AttachClassicLinkVpc',
      'DetachClassicLinkVpc',
      'DisableVpcClassicLink',
      'EnableVpcClassicLink',
    ],
  },
  {
    id: 'organization',
    subject: 'AWS Organizations changes',
    description: 'Changes to accounts and organization policies affect every security boundary.',
    severity: 'medium',
    terms: ['$.eventSource=organizations.amazonaws.com'],
    events: [
      'AcceptHandshake',
      'AttachPolicy',
      'CreateAccount',
      'CreateOrganizationalUnit',
      'CreatePolicy',
      'DeclineHandshake',
      'DeleteOrganization',
      'DeleteOrganizationalUnit',
      'DeletePolicy',
      'DetachPolicy',
      'DisablePolicyType',
      'EnablePolicyType',
      'InviteAccountToOrganization',
      'LeaveOrganization',
      'MoveAccount',
      'RemoveAccountFromOrganization',
      'UpdateOrganizationalUnit',
      'UpdatePolicy',
    ],
  },
];

/** One rule for each of 15 patterns of events that people should be alerted to. */
export const cloudwatchAlarmRules: readonly WrittenRule[] = watches.map(watchRule);
