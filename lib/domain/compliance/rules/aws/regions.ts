import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

type Guard = {
  /** SQL condition: the service is enabled in the region `r`. */
  condition: string;
  feature: string;
};

/** One row for each region of an account; regions that the account has not enabled are skipped. */
const everyRegionSql = ({ condition, feature }: Guard): string =>
  awsRuleSql({
    from: 'aws_region r',
    resource: "concat('arn:', r.partition, '::', r.name, ':', r.account_id)",
    noun: 'Region',
    name: 'r.name',
    verdicts: [
      ['skip', "r.opt_in_status = 'not-opted-in'", 'is not enabled for this account'],
      ['ok', condition, `has ${feature}`],
    ],
    otherwise: ['alarm', `does not have ${feature}`],
    region: 'r.name',
    account_id: 'r.account_id',
  });

const inThisRegion = 'r.name and {}.account_id = r.account_id';
const existsInRegion = (table: string, alias: string, condition: string): string =>
  `exists (
      select from ${table} ${alias}
      where ${alias}.region = ${inThisRegion.replace('{}', alias)}
        and ${condition}
    )`;

/** Rules for services that must be on in every region, since attackers use unwatched ones. */
export const regionRules: readonly WrittenRule[] = [
  {
    rule_id: 'aws-securityhub-enabled',
    service: 'Security Hub',
    resource_type: 'aws_region',
    title: 'Security Hub is on in every region',
    description: 'Security Hub collects the findings of all security services in one place.',
    remediation:
      'Enable Security Hub in this region, ideally for all accounts as delegated administrator.',
    severity: 'medium',
    category: 'Security',
    sql: everyRegionSql({
      condition: existsInRegion('aws_securityhub_hub', 'h', 'h.hub_arn is not null'),
      feature: 'Security Hub enabled',
    }),
  },
  {
    rule_id: 'aws-guardduty-enabled',
    service: 'GuardDuty',
    resource_type: 'aws_region',
    title: 'GuardDuty is on in every region',
    description: 'GuardDuty detects stolen credentials, crypto mining and unusual API calls.',
    remediation:
      'Enable GuardDuty in this region, ideally for all accounts as delegated administrator.',
    severity: 'high',
    category: 'Security',
    sql: everyRegionSql({
      condition: existsInRegion('aws_guardduty_detector', 'd', "d.status = 'ENABLED'"),
      feature: 'GuardDuty enabled',
    }),
  },
  {
    rule_id: 'aws-config-enabled',
    service: 'Config',
    resource_type: 'aws_region',
    title: 'AWS Config records all resources in every region',
    description: 'The configuration recorder keeps the history that investigations need.',
    remediation:
      'Turn on the configuration recorder in this region for all resource types, with a working ' +
      'delivery channel.',
    severity: 'medium',
    category: 'Security',
    sql: everyRegionSql({
      condition: existsInRegion(
        'aws_config_configuration_recorder',
        'c',
        `c.status_recording
        and c.recording_group @> '{"AllSupported": true}'
        and coalesce(upper(c.status ->> 'LastStatus'), 'SUCCESS') <> 'FAILURE'`,
      ),
      feature: 'a working AWS Config recorder for all resources',
    }),
  },
  {
    rule_id: 'aws-accessanalyzer-enabled',
    service: 'IAM Access Analyzer',
    resource_type: 'aws_region',
    title: 'IAM Access Analyzer is on in every region',
    description: 'The analyzer finds resources that are shared outside the account.',
    remediation: 'Create an external access analyzer in this region.',
    severity: 'medium',
    category: 'Security',
    sql: everyRegionSql({
      condition: existsInRegion(
        'aws_accessanalyzer_analyzer',
        'z',
        "z.status = 'ACTIVE' and z.type in ('ACCOUNT', 'ORGANIZATION')",
      ),
      feature: 'an active external access analyzer',
    }),
  },
  {
    rule_id: 'aws-ebs-encryption-by-default',
    service: 'EBS',
    resource_type: 'aws_ec2_regional_settings',
    title: 'New EBS volumes are encrypted by default',
    description:
      'Encryption by default ensures that no new volume or snapshot is left unencrypted.',
    remediation: 'Turn on encryption by default in the EC2 settings of this region.',
    severity: 'medium',
    category: 'Security',
    fix: { library: 'encrypt-new-volumes' },
    sql: awsRuleSql({
      from: 'aws_ec2_regional_settings',
      resource: "concat('arn:', partition, '::', region, ':', account_id)",
      noun: 'Region',
      name: 'region',
      verdicts: [['ok', 'default_ebs_encryption_enabled', 'encrypts new EBS volumes by default']],
      otherwise: ['alarm', 'does not encrypt new EBS volumes by default'],
    }),
  },
];
