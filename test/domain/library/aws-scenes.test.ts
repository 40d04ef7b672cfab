import { testScenes } from './test-scenes.ts';
import { approvalPoint, type TemplateScene } from './scene-player.ts';

const tagged = (InstanceId: string, Value: string) => ({
  InstanceId,
  InstanceType: 't3.micro',
  Tags: [{ Key: 'environment', Value }],
});

const running = (...Instances: object[]) => ({ Reservations: [{ Instances }] });

const guardDuty = {
  source: 'aws.guardduty',
  region: 'eu-west-1',
  detail: {
    id: 'gd-1',
    title: 'i-1 mines bitcoins',
    resource: { instanceDetails: { instanceId: 'i-1' } },
  },
};

const finding = 'arn:aws:securityhub:eu-west-1:111122223333:subscription/s3/finding/1';
const product = 'arn:aws:securityhub:eu-west-1::product/aws/securityhub';
const hubEvent = (Status: string, RecordState = 'ACTIVE') => ({
  source: 'aws.securityhub',
  region: 'eu-west-1',
  detail: {
    findings: [
      {
        Id: finding,
        ProductArn: product,
        RecordState,
        Workflow: { Status },
        Title: 'S3 buckets should block public access',
        Resources: [{ Type: 'AwsS3Bucket', Id: 'arn:aws:s3:::acme-logs' }],
      },
    ],
  },
});
const update = 'AWS securityhub:BatchUpdateFindings in eu-west-1';
const FindingIdentifiers = [{ Id: finding, ProductArn: product }];

const scenes: TemplateScene[] = [
  {
    template: 'stop-development-instances',
    it: 'stops running development instances one by one, and no others',
    calls: [
      [
        'AWS ec2:DescribeInstances in us-east-1',
        running(
          tagged('i-1', 'development'),
          tagged('i-2', 'production'),
          tagged('i-3', 'development'),
        ),
        { Filters: [{ Name: 'instance-state-name', Values: ['running'] }] },
      ],
      approvalPoint,
      ['AWS ec2:StopInstances in us-east-1', {}, { InstanceIds: ['i-1'] }],
      ['AWS ec2:StopInstances in us-east-1', {}, { InstanceIds: ['i-3'] }],
    ],
    tells: ['Stopped: 2.\\nFailed: 0.'],
    ends: 'Instances stopped',
  },
  {
    template: 'stop-development-instances',
    it: 'asks nobody where no instance has to stop',
    calls: [['AWS ec2:DescribeInstances in us-east-1', running(tagged('i-2', 'production'))]],
    ends: 'Nothing to stop',
  },
  {
    template: 'isolate-instance-of-guardduty-finding',
    it: 'snapshots the volumes and isolates the instance in the region of the finding',
    event: guardDuty,
    calls: [
      [
        'AWS ec2:DescribeInstances in eu-west-1',
        running({
          InstanceId: 'i-1',
          SecurityGroups: [{ GroupId: 'sg-1' }],
          BlockDeviceMappings: [{ Ebs: { VolumeId: 'vol-1' } }, { Ebs: { VolumeId: 'vol-2' } }],
        }),
        { InstanceIds: ['i-1'] },
      ],
      approvalPoint,
      [
        'AWS ec2:CreateSnapshot in eu-west-1',
        {},
        { VolumeId: 'vol-1', Description: 'Evidence of gd-1' },
      ],
      ['AWS ec2:CreateSnapshot in eu-west-1', {}, { VolumeId: 'vol-2' }],
      [
        'AWS ec2:ModifyInstanceAttribute in eu-west-1',
        {},
        { InstanceId: 'i-1', Groups: ['YOUR_GROUP_ID'] },
      ],
    ],
    tells: ['Volumes kept as snapshots: 2. Not kept: 0.'],
    ends: 'Instance isolated',
  },
  {
    template: 'isolate-instance-of-guardduty-finding',
    it: 'asks nobody about an instance that is already isolated',
    event: guardDuty,
    calls: [
      [
        'AWS ec2:DescribeInstances in eu-west-1',
        running({ InstanceId: 'i-1', SecurityGroups: [{ GroupId: 'YOUR_GROUP_ID' }] }),
      ],
    ],
    ends: 'Isolated before',
  },
  {
    template: 'close-public-bucket',
    it: 'blocks public access and resolves the finding',
    event: hubEvent('NEW'),
    calls: [
      ['AWS s3:PutPublicAccessBlock in eu-west-1', {}, { Bucket: 'acme-logs' }],
      [update, {}, { FindingIdentifiers, Workflow: { Status: 'RESOLVED' } }],
    ],
    ends: 'Bucket closed',
  },
  {
    template: 'close-public-bucket',
    it: 'suppresses the finding where its owners reject the change',
    event: hubEvent('NEW'),
    decision: 'reject',
    calls: [[update, {}, { FindingIdentifiers, Workflow: { Status: 'SUPPRESSED' } }]],
    ends: 'Public on purpose',
  },
  {
    template: 'close-public-bucket',
    it: 'leaves the finding unchanged where the approval expires',
    event: hubEvent('NEW'),
    decision: 'ignore',
    calls: [],
    ends: 'Not decided',
  },
  ...(
    [
      ['its own update of a finding', hubEvent('RESOLVED')],
      ['a finding that is no longer current', hubEvent('NEW', 'ARCHIVED')],
    ] as const
  ).map(([subject, event]): TemplateScene => ({
    template: 'close-public-bucket',
    it: `asks nobody about ${subject}`,
    event,
    calls: [],
    ends: 'Not new',
  })),
  {
    template: 'deactivate-leaked-access-key',
    it: 'deactivates the key, and tells its owner',
    event: { access_key: 'AKIA0', user: 'ada', owner: 'ada@example.com' },
    calls: [
      [
        'AWS iam:GetAccessKeyLastUsed in us-east-1',
        { AccessKeyLastUsed: { ServiceName: 's3' } },
        { AccessKeyId: 'AKIA0' },
      ],
      approvalPoint,
      [
        'AWS iam:UpdateAccessKey in us-east-1',
        {},
        { UserName: 'ada', AccessKeyId: 'AKIA0', Status: 'Inactive' },
      ],
    ],
    tells: ['ada@example.com: Your access key AKIA0 was exposed'],
    ends: 'Key deactivated',
  },
];

describe('templates that call AWS', () => testScenes(scenes));
