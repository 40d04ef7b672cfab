import { arnOf } from '../arn.ts';
import { valueAt } from '../row.ts';
import { services } from '../services.ts';
import type { AwsTable, DetailCall } from '../table.ts';

const { cloudtrail, logs } = services;

const trailCall = (operation: string, parameter: string, overrides: Partial<DetailCall> = {}) => ({
  service: cloudtrail,
  operation,
  with: ({ TrailARN }: { TrailARN?: unknown }) => ({ [parameter]: TrailARN }),
  ...overrides,
});

/** Tables of the services that monitor an account. */
export const monitoringTables: Readonly<Record<string, AwsTable>> = {
  aws_cloudtrail_trail: {
    scope: 'regional',
    list: { service: cloudtrail, operation: 'DescribeTrails', items: 'trailList' },
    // A trail may be listed in several regions; only its home region counts.
    isIncluded: ({ HomeRegion }, { region }) => HomeRegion === region,
    details: [
      trailCall('GetTrailStatus', 'Name'),
      trailCall('GetEventSelectors', 'TrailName'),
      {
        service: cloudtrail,
        operation: 'ListTags',
        with: ({ TrailARN }) => ({ ResourceIdList: [TrailARN] }),
        resultPath: 'ResourceTagList.0.TagsList',
        memberName: 'Tags',
        // A trail of an organisation shows its tags only to the account that created it.
        notFoundPattern: /^CloudTrailARNInvalid/,
      },
    ],
    columns: { arn: 'TrailARN', log_group_arn: 'CloudWatchLogsLogGroupArn' },
  },
  aws_cloudwatch_alarm: {
    scope: 'regional',
    list: {
      service: services.cloudwatch,
      operation: 'DescribeAlarms',
      with: () => ({ AlarmTypes: ['MetricAlarm'] }),
      items: 'MetricAlarms',
    },
    columns: { arn: 'AlarmArn', name: 'AlarmName' },
  },
  aws_cloudwatch_log_group: {
    scope: 'regional',
    list: { service: logs, operation: 'DescribeLogGroups', items: 'logGroups' },
    columns: { name: 'logGroupName' },
  },
  aws_cloudwatch_log_metric_filter: {
    scope: 'regional',
    list: { service: logs, operation: 'DescribeMetricFilters', items: 'metricFilters' },
    columns: {
      name: 'filterName',
      metric_transformation_name: 'metricTransformations.0.metricName',
      metric_transformation_namespace: 'metricTransformations.0.metricNamespace',
      metric_transformation_value: 'metricTransformations.0.metricValue',
    },
  },
  aws_sns_topic: {
    scope: 'regional',
    list: { service: services.sns, operation: 'ListTopics', items: 'Topics' },
    details: [
      {
        service: services.sns,
        operation: 'GetTopicAttributes',
        with: ({ TopicArn }) => ({ TopicArn }),
        resultPath: 'Attributes',
        notFoundPattern: /^NotFound/,
      },
    ],
    columns: { title: ({ TopicArn }) => String(TopicArn).split(':').at(-1) },
  },
  aws_sns_topic_subscription: {
    scope: 'regional',
    list: { service: services.sns, operation: 'ListSubscriptions', items: 'Subscriptions' },
    columns: { title: 'SubscriptionArn' },
  },
  aws_config_configuration_recorder: {
    scope: 'regional',
    list: {
      service: services.config,
      operation: 'DescribeConfigurationRecorders',
      items: 'ConfigurationRecorders',
    },
    details: [
      {
        service: services.config,
        operation: 'DescribeConfigurationRecorderStatus',
        with: ({ name }) => ({ ConfigurationRecorderNames: [name] }),
        resultPath: 'ConfigurationRecordersStatus.0',
        memberName: 'status',
      },
    ],
    columns: {
      arn: arnOf('config', 'config-recorder/', 'name'),
      status_recording: (item) => valueAt(item, 'status.recording') === true,
    },
  },
  aws_securityhub_hub: {
    scope: 'regional',
    list: {
      service: services.securityhub,
      operation: 'DescribeHub',
      items: '',
      notFoundPattern: /not subscribed|^ResourceNotFound|^InvalidAccess/,
    },
    columns: { title: () => 'default' },
  },
  aws_guardduty_detector: {
    scope: 'regional',
    list: { service: services.guardduty, operation: 'ListDetectors', items: 'DetectorIds' },
    details: [
      {
        service: services.guardduty,
        operation: 'GetDetector',
        with: ({ Name }) => ({ DetectorId: Name }),
      },
    ],
    columns: { detector_id: 'Name', arn: arnOf('guardduty', 'detector/', 'Name') },
  },
  aws_accessanalyzer_analyzer: {
    scope: 'regional',
    list: { service: services.accessanalyzer, operation: 'ListAnalyzers', items: 'analyzers' },
  },
  aws_macie2_classification_job: {
    scope: 'regional',
    list: {
      service: services.macie,
      operation: 'ListClassificationJobs',
      items: 'items',
      notFoundPattern: /Macie is not enabled/,
    },
    details: [
      {
        service: services.macie,
        operation: 'DescribeClassificationJob',
        with: ({ jobId }) => ({ jobId }),
      },
    ],
    columns: { arn: arnOf('macie2', 'classification-job/', 'jobId') },
  },
};
