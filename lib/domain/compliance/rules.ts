import { benchmarkEditions, type ComplianceType } from './benchmark.schema.ts';
import awsControls from './controls/aws.json' with { type: 'json' };
import azureControls from './controls/azure.json' with { type: 'json' };
import gcpControls from './controls/gcp.json' with { type: 'json' };
import kubernetesControls from './controls/kubernetes.json' with { type: 'json' };
import type { FrameworkControl, Rule, WrittenRule } from './rule.schema.ts';
import { accountRules } from './rules/aws/account.ts';
import { applicationRules } from './rules/aws/applications.ts';
import { backupRules } from './rules/aws/backup.ts';
import { cloudtrailRules } from './rules/aws/cloudtrail.ts';
import { cloudwatchAlarmRules } from './rules/aws/cloudwatch-alarms.ts';
import { cloudwatchRules } from './rules/aws/cloudwatch.ts';
import { credentialRules } from './rules/aws/credentials.ts';
import { dataStoreRules } from './rules/aws/data-stores.ts';
import { ec2Rules } from './rules/aws/ec2.ts';
import { efsRules } from './rules/aws/efs.ts';
import { iamPolicyRules } from './rules/aws/iam-policies.ts';
import { keyRules } from './rules/aws/keys.ts';
import { rdsRules } from './rules/aws/rds.ts';
import { regionRules } from './rules/aws/regions.ts';
import { s3Rules } from './rules/aws/s3.ts';
import { securityGroupRules } from './rules/aws/security-groups.ts';
import { vpcRules } from './rules/aws/vpc.ts';
import { activityAlertRules } from './rules/azure/activity-alerts.ts';
import { azureApplicationRules } from './rules/azure/applications.ts';
import { defenderRules } from './rules/azure/defender.ts';
import { identityRules } from './rules/azure/identity.ts';
import { keyVaultRules } from './rules/azure/key-vault.ts';
import { networkRules } from './rules/azure/network.ts';
import { storageRules } from './rules/azure/storage.ts';
import { cloudSqlRules } from './rules/gcp/cloud-sql.ts';
import { computeRules } from './rules/gcp/compute.ts';
import { gcpCredentialRules } from './rules/gcp/credentials.ts';
import { dataRules } from './rules/gcp/data.ts';
import { instanceRules } from './rules/gcp/instances.ts';
import { logAlertRules } from './rules/gcp/log-alerts.ts';
import { projectRules } from './rules/gcp/project.ts';
import { accessRules } from './rules/kubernetes/access.ts';
import { namespaceRules } from './rules/kubernetes/namespaces.ts';
import { workloadRules } from './rules/kubernetes/workloads.ts';

const writtenRules: Readonly<Record<ComplianceType, readonly WrittenRule[]>> = {
  aws: [
    ...accountRules,
    ...applicationRules,
    ...backupRules,
    ...cloudtrailRules,
    ...cloudwatchAlarmRules,
    ...cloudwatchRules,
    ...credentialRules,
    ...dataStoreRules,
    ...ec2Rules,
    ...efsRules,
    ...iamPolicyRules,
    ...keyRules,
    ...rdsRules,
    ...regionRules,
    ...s3Rules,
    ...securityGroupRules,
    ...vpcRules,
  ],
  azure: [
    ...activityAlertRules,
    ...azureApplicationRules,
    ...defenderRules,
    ...identityRules,
    ...keyVaultRules,
    ...networkRules,
    ...storageRules,
  ],
  gcp: [
    ...cloudSqlRules,
    ...computeRules,
    ...gcpCredentialRules,
    ...dataRules,
    ...instanceRules,
    ...logAlertRules,
    ...projectRules,
  ],
  kubernetes: [...accessRules, ...namespaceRules, ...workloadRules],
};

/** The ids of the controls that each rule covers, by edition. */
type Controls = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const controls: Readonly<Record<ComplianceType, Controls>> = {
  aws: awsControls,
  azure: azureControls,
  gcp: gcpControls,
  kubernetes: kubernetesControls,
};

const frameworksOf = (type: ComplianceType, rule_id: string): FrameworkControl[] => {
  const ofRule = controls[type][rule_id] ?? {};
  return Object.entries(benchmarkEditions[type]).flatMap(([key, { benchmark, version }]) =>
    (ofRule[key] ?? []).map((control_id) => ({ benchmark, version, control_id })),
  );
};

const rulesOf = (type: ComplianceType): Rule[] =>
  writtenRules[type].map((one) => ({
    ...one,
    integration_type: type,
    frameworks: frameworksOf(type, one.rule_id),
  }));

/** All built-in rules, cloud by cloud. The console gets them from the API. */
export const rules: readonly Rule[] = [
  ...rulesOf('aws'),
  ...rulesOf('azure'),
  ...rulesOf('gcp'),
  ...rulesOf('kubernetes'),
];
