import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleTables } from '../sample.ts';
import type { AwsAccount } from './aws-account.ts';
import { daysAgo } from './days.ts';

export type SampleMonitoring = {
  /** The regions in use. */
  regions: string[];
  /** The regions in which each of these is enabled. */
  guardDuty: string[];
  config: string[];
  securityHub: string[];
  analyzer: string[];
  encryptsVolumes: string[];
  /** The columns of the trail besides its name. */
  trail: Row;
};

/** The rows of what monitors an AWS account: its trail, and the services enabled in each region. */
export const awsMonitoring = (account: AwsAccount, guards: SampleMonitoring): SampleTables => {
  const inRegion = (region: string, columns: Row) => ({ ...account.regional(columns), region });
  return {
    aws_region: [
      ...guards.regions.map((name) =>
        inRegion(name, { name, title: name, opt_in_status: 'opt-in-not-required' }),
      ),
      inRegion('af-south-1', {
        name: 'af-south-1',
        title: 'af-south-1',
        opt_in_status: 'not-opted-in',
      }),
    ],
    aws_guardduty_detector: guards.guardDuty.map((region) =>
      inRegion(region, { detector_id: `sample-detector-${region}`, status: 'ENABLED' }),
    ),
    aws_config_configuration_recorder: guards.config.map((region) =>
      inRegion(region, {
        name: 'default',
        title: 'default',
        status_recording: true,
        status: { LastStatus: 'SUCCESS', Recording: true },
        recording_group: { AllSupported: true, IncludeGlobalResourceTypes: true },
      }),
    ),
    aws_securityhub_hub: guards.securityHub.map((region) =>
      inRegion(region, { hub_arn: account.arn('securityhub', 'hub/default', region) }),
    ),
    aws_accessanalyzer_analyzer: guards.analyzer.map((region) =>
      inRegion(region, {
        name: 'sample-outside',
        arn: account.arn('access-analyzer', 'analyzer/sample-outside', region),
        status: 'ACTIVE',
        type: 'ACCOUNT',
      }),
    ),
    aws_ec2_regional_settings: guards.regions.map((region) =>
      inRegion(region, { default_ebs_encryption_enabled: guards.encryptsVolumes.includes(region) }),
    ),
    aws_cloudtrail_trail: [
      account.resource('cloudtrail', 'trail/sample-trail', {
        name: 'sample-trail',
        home_region: account.region,
        is_logging: true,
        is_multi_region_trail: true,
        include_global_service_events: true,
        log_file_validation_enabled: true,
        event_selectors: [{ ReadWriteType: 'All', IncludeManagementEvents: true }],
        ...guards.trail,
      }),
    ],
  };
};

/** Metric filters for the log group of a trail, each with an alarm that notifies the topic. */
export const awsMetricAlarms = (
  account: AwsAccount,
  log_group_name: string,
  patterns: Readonly<Record<string, string>>,
): SampleTables => {
  const topic_arn = account.arn('sns', 'sample-alarms');
  const names = Object.keys(patterns);
  return {
    aws_cloudwatch_log_group: [
      account.resource('logs', `log-group:${log_group_name}`, {
        name: log_group_name,
        retention_in_days: 365,
        kms_key_id: account.arn('kms', 'key/sample-logs'),
      }),
      account.resource('logs', 'log-group:sample-web', {
        name: 'sample-web',
        retention_in_days: 30,
      }),
    ],
    aws_cloudwatch_log_metric_filter: names.map((name) =>
      account.regional({
        name,
        title: name,
        log_group_name,
        filter_pattern: patterns[name],
        metric_transformation_name: name,
        metric_transformation_namespace: 'Sample',
      }),
    ),
    aws_cloudwatch_alarm: [
      ...names.map((name) =>
        account.resource('cloudwatch', `alarm:${name}`, {
          name,
          metric_name: name,
          namespace: 'Sample',
          actions_enabled: true,
          alarm_actions: [topic_arn],
          state_value: 'OK',
        }),
      ),
      account.resource('cloudwatch', 'alarm:sample-forgotten', {
        name: 'sample-forgotten',
        metric_name: 'CPUUtilization',
        namespace: 'AWS/EC2',
        actions_enabled: false,
        alarm_actions: [],
        state_value: 'OK',
      }),
    ],
    aws_sns_topic: [
      account.regional({ topic_arn, title: 'sample-alarms', kms_master_key_id: 'alias/aws/sns' }),
      account.regional({ topic_arn: account.arn('sns', 'sample-news'), title: 'sample-news' }),
    ],
    aws_sns_topic_subscription: [
      account.regional({
        topic_arn,
        subscription_arn: `${topic_arn}:sample-1`,
        protocol: 'email',
        endpoint: 'on-call@example.com',
        title: 'sample-1',
      }),
    ],
  };
};

/** A pattern that matches any of these events of CloudTrail. */
export const eventPattern = (...names: string[]): string =>
  `{ ${names.map((name) => `($.eventName = ${name})`).join(' || ')} }`;

/** A recent time at which a trail wrote to its log group. */
export const recentDelivery = { latest_cloudwatch_logs_delivery_time: daysAgo(0) };
