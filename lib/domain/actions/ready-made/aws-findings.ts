import {
  list,
  longText,
  oneOf,
  optional,
  readyMadeAws,
  region,
  text,
} from '../ready-made.schema.ts';

const detector = text('detector', 'Detector', 'The id of the GuardDuty detector.');
const findings = list('findings', 'Findings', 'The ids of the findings.');
const guardduty = { service: 'guardduty', region: '{region}' } as const;

const workflows = ['NEW', 'NOTIFIED', 'RESOLVED', 'SUPPRESSED'];

export const awsFindingsActions = readyMadeAws('aws', {
  list_detectors: {
    name: 'List GuardDuty detectors',
    description: 'Lists the detector ids of a region: one if GuardDuty is on, otherwise none.',
    parameters: [region],
    call: {
      ...guardduty,
      operation: 'ListDetectors',
      parameters: {},
      result: '/DetectorIds',
    },
  },
  get_guardduty_findings: {
    name: 'Read GuardDuty findings',
    description: 'Reads findings of GuardDuty by their ids.',
    parameters: [detector, findings, region],
    call: {
      ...guardduty,
      operation: 'GetFindings',
      parameters: { DetectorId: '{detector}', FindingIds: '{findings}' },
      result: '/Findings',
    },
  },
  archive_guardduty_findings: {
    name: 'Archive GuardDuty findings',
    description: 'Archives findings, so that they are no longer among the current ones.',
    parameters: [detector, findings, region],
    call: {
      ...guardduty,
      operation: 'ArchiveFindings',
      parameters: { DetectorId: '{detector}', FindingIds: '{findings}' },
    },
  },
  update_securityhub_finding: {
    name: 'Update a Security Hub finding',
    description: 'Sets the workflow status of a finding, with a note.',
    parameters: [
      text('finding', 'Finding', 'The Id of the finding, which is an ARN.'),
      text('product', 'Product', 'The ProductArn of the finding.'),
      oneOf(workflows, text('workflow', 'Workflow status', 'The new status of the finding.')),
      longText('note', 'Note', 'The reason for the change.'),
      region,
    ],
    call: {
      service: 'securityhub',
      region: '{region}',
      operation: 'BatchUpdateFindings',
      parameters: {
        FindingIdentifiers: [{ Id: '{finding}', ProductArn: '{product}' }],
        Workflow: { Status: '{workflow}' },
        Note: { Text: '{note}', UpdatedBy: 'Cloudwarden' },
      },
      expects: {
        at: '/UnprocessedFindings/0',
        is: null,
        why: '/UnprocessedFindings/0/ErrorMessage',
      },
    },
  },
  lookup_events: {
    name: 'Look up CloudTrail events',
    description: 'Lists the events of the last 90 days that match an attribute.',
    parameters: [
      oneOf(
        ['AccessKeyId', 'EventName', 'EventSource', 'ResourceName', 'ResourceType', 'Username'],
        text('by', 'Attribute', 'The attribute to search by.'),
      ),
      text('value', 'Value', 'The value of the attribute, such as a user name.'),
      optional(text('since', 'Since', 'A point in time, such as 2026-03-01T10:00:00Z.')),
      region,
    ],
    call: {
      service: 'cloudtrail',
      region: '{region}',
      operation: 'LookupEvents',
      parameters: {
        LookupAttributes: [{ AttributeKey: '{by}', AttributeValue: '{value}' }],
        StartTime: { $date: '{since}' },
      },
      result: '/Events',
    },
  },
  start_logging: {
    name: 'Start a CloudTrail trail',
    description: 'Makes a trail record events again.',
    parameters: [text('trail', 'Trail', 'Its name or ARN.'), region],
    call: {
      service: 'cloudtrail',
      region: '{region}',
      operation: 'StartLogging',
      parameters: { Name: '{trail}' },
    },
  },
  validate_trail: {
    name: 'Turn on log file validation of a CloudTrail trail',
    description: 'Makes a trail write signed digest files, which reveal changed log files.',
    parameters: [text('trail', 'Trail', 'Its name or ARN.'), region],
    call: {
      service: 'cloudtrail',
      region: '{region}',
      operation: 'UpdateTrail',
      parameters: { Name: '{trail}', EnableLogFileValidation: true },
    },
  },
  publish_message: {
    name: 'Publish an SNS message',
    description: 'Sends a message to a topic.',
    parameters: [
      text('topic', 'Topic', 'Its ARN.'),
      optional(text('subject', 'Subject', 'The subject line for e-mail subscribers.')),
      longText('message', 'Message', 'The text of the message.'),
      region,
    ],
    call: {
      service: 'sns',
      region: '{region}',
      operation: 'Publish',
      parameters: { TopicArn: '{topic}', Subject: '{subject}', Message: '{message}' },
      // For topics encrypted with a customer-managed key.
      also: ['kms:Decrypt', 'kms:GenerateDataKey'],
    },
  },
});
