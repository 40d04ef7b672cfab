import type { Severity } from '#lib/kernel/findings.ts';
import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { RuleFix, WrittenRule } from '../../rule.schema.ts';

type InstanceRule = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  category?: WrittenRule['category'];
  fix?: RuleFix;
  verdicts: Parameters<typeof awsRuleSql>[0]['verdicts'];
  otherwise: Parameters<typeof awsRuleSql>[0]['otherwise'];
};

const instanceRule = ({ verdicts, otherwise, ...ruleFields }: InstanceRule): WrittenRule => ({
  service: 'EC2',
  resource_type: 'aws_ec2_instance',
  category: 'Security',
  ...ruleFields,
  sql: awsRuleSql({
    from: 'aws_ec2_instance',
    where: "instance_state is distinct from 'terminated'",
    resource: 'arn',
    noun: 'Instance',
    name: 'instance_id',
    verdicts,
    otherwise,
  }),
});

export const ec2Rules: readonly WrittenRule[] = [
  instanceRule({
    rule_id: 'aws-ec2-imdsv2',
    title: 'EC2 instances require IMDSv2',
    description: 'With IMDSv1, one forged request from an instance can steal its credentials.',
    remediation: 'Set IMDSv2 to required in the instance metadata options.',
    severity: 'high',
    fix: { library: 'require-imdsv2' },
    verdicts: [
      ['ok', "metadata_options ->> 'HttpTokens' = 'required'", 'requires IMDSv2'],
      ['ok', "metadata_options ->> 'HttpEndpoint' = 'disabled'", 'has IMDS disabled'],
    ],
    otherwise: ['alarm', 'accepts IMDSv1'],
  }),
  instanceRule({
    rule_id: 'aws-ec2-has-role',
    title: 'EC2 instances have an IAM role',
    description: 'Without a role, programs on an instance tend to store access keys in files.',
    remediation: 'Attach an instance profile with a role that grants what its programs need.',
    severity: 'low',
    verdicts: [['ok', "iam_instance_profile_arn <> ''", 'has a role']],
    otherwise: ['alarm', 'has no role'],
  }),
  instanceRule({
    rule_id: 'aws-ec2-no-public-address',
    title: 'EC2 instances have no public IP address',
    description: 'One wrong security group rule exposes a machine that has a public address.',
    remediation: 'Move the instance to a private subnet behind a load balancer or NAT gateway.',
    severity: 'medium',
    verdicts: [
      ['alarm', 'public_ip_address is not null', 'has the public address {public_ip_address}'],
    ],
    otherwise: ['ok', 'has no public address'],
  }),
  instanceRule({
    rule_id: 'aws-ec2-in-vpc',
    title: 'EC2 instances are in a VPC',
    description: 'Outside a VPC, no subnets or route tables protect a machine.',
    remediation: 'Create an AMI of the instance, and launch a new instance from it in a VPC.',
    severity: 'low',
    verdicts: [['ok', "vpc_id <> ''", 'is in {vpc_id}']],
    otherwise: ['alarm', 'is not in a VPC'],
  }),
  instanceRule({
    rule_id: 'aws-ec2-not-stopped-long',
    title: 'EC2 instances are not stopped for more than 30 days',
    description: 'Long-stopped instances miss updates, and their disks still cost money.',
    remediation: 'Take a snapshot of what is needed, and terminate the instance.',
    severity: 'low',
    category: 'Cost Optimization',
    fix: { action: 'aws.terminate_instances' },
    verdicts: [
      ['ok', "instance_state <> 'stopped'", 'is not stopped'],
      [
        'alarm',
        "state_transition_time < now() - interval '30 days'",
        'has been stopped since {state_transition_time::date}',
      ],
    ],
    otherwise: ['ok', 'has been stopped for less than 30 days'],
  }),
  instanceRule({
    rule_id: 'aws-ec2-ebs-optimized',
    title: 'EC2 instances are EBS-optimized',
    description: 'Without EBS optimization, disk and network traffic compete for bandwidth.',
    remediation: 'Stop the instance and turn on EBS optimization, or choose a newer instance type.',
    severity: 'low',
    category: 'Performance Efficiency',
    verdicts: [['ok', 'ebs_optimized', 'is EBS-optimized']],
    otherwise: ['alarm', 'is not EBS-optimized'],
  }),
  {
    rule_id: 'aws-ebs-snapshot-private',
    service: 'EBS',
    resource_type: 'aws_ebs_snapshot',
    title: 'EBS snapshots are not publicly restorable',
    description:
      'Anyone with an AWS account can create a volume from a public snapshot and read it.',
    remediation: 'Make the snapshot private, and rotate every secret that was on the volume.',
    severity: 'critical',
    category: 'Security',
    fix: { library: 'make-public-snapshots-private' },
    sql: awsRuleSql({
      from: 'aws_ebs_snapshot',
      resource: 'arn',
      noun: 'Snapshot',
      name: 'snapshot_id',
      verdicts: [
        [
          'alarm',
          'jsonb_path_exists(create_volume_permissions, \'$[*] ? (@.Group == "all")\')',
          'is publicly restorable',
        ],
      ],
      otherwise: ['ok', 'is not publicly restorable'],
    }),
  },
];
