import { type Answer, jsonAnswer, xmlAnswer } from '#test/support/aws-server.ts';

/** An action's parameters, the expected call, and the answer by the service's documentation. */
export type AwsSample = {
  given: Record<string, unknown>;
  /** The name of the call as in `ServiceCall`, without the service. */
  arrives: string;
  /** Parts of the body that arrives, once decoded. */
  holds?: string[];
  takes: string;
  /** The account's resources that the call names: ARNs without `arn:aws:`. */
  touches?: string[];
  answer: Answer['answer'];
  result: unknown;
};

const ec2 = (name: string, content: string) =>
  xmlAnswer(
    `<${name}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">` +
      `<requestId>r-1</requestId>${content}</${name}Response>`,
  );

const query = (name: string, content = '') =>
  xmlAnswer(
    `<${name}Response><${name}Result>${content}</${name}Result>` +
      `<ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></${name}Response>`,
  );

const stateChangeXml = (now: string, before: string) =>
  '<instancesSet><item><instanceId>i-0a1</instanceId>' +
  `<currentState><code>1</code><name>${now}</name></currentState>` +
  `<previousState><code>2</code><name>${before}</name></previousState></item></instancesSet>`;

const stateChangeResult = (now: string, before: string) => [
  {
    InstanceId: 'i-0a1',
    CurrentState: { Code: 1, Name: now },
    PreviousState: { Code: 2, Name: before },
  },
];

const reservations =
  '<reservationSet><item><reservationId>r-0a1</reservationId><instancesSet><item>' +
  '<instanceId>i-0a1</instanceId><instanceState><code>80</code><name>stopped</name>' +
  '</instanceState></item></instancesSet></item></reservationSet>';
const stopped = { InstanceId: 'i-0a1', State: { Code: 80, Name: 'stopped' } };

const database =
  '<DBInstance><DBInstanceIdentifier>db-1</DBInstanceIdentifier>' +
  '<DBInstanceStatus>stopping</DBInstanceStatus></DBInstance>';
const db = { DBInstanceIdentifier: 'db-1', DBInstanceStatus: 'stopping' };

const sampleCall = (
  service: string,
  operation: string,
  rest: Pick<AwsSample, 'given' | 'answer' | 'result'> & Partial<AwsSample>,
): AwsSample => ({
  arrives: `${service} ${operation}`,
  takes: `${service}:${operation}`,
  ...rest,
});

const returnTrueAnswer = (name: string) => ec2(name, '<return>true</return>');
const instances = { instances: ['i-0a1'] };
const bucket = { bucket: 'logs' };
const blank = jsonAnswer({});

export const compute: Record<string, AwsSample> = {
  'aws.describe_instances': sampleCall('ec2', 'DescribeInstances', {
    given: { ...instances, states: ['stopped'] },
    holds: ['InstanceId.1=i-0a1', 'Filter.1.Name=instance-state-name', 'Filter.1.Value.1=stopped'],
    answer: ec2('DescribeInstances', reservations),
    result: [{ ReservationId: 'r-0a1', Instances: [stopped] }],
  }),
  'aws.wait_for_instance': sampleCall('ec2', 'DescribeInstances', {
    given: { instance: 'i-0a1', state: 'stopped' },
    holds: ['InstanceId.1=i-0a1'],
    answer: ec2('DescribeInstances', reservations),
    result: stopped,
  }),
  'aws.start_instances': sampleCall('ec2', 'StartInstances', {
    given: instances,
    touches: ['ec2:eu-west-1:111122223333:instance/i-0a1'],
    holds: ['InstanceId.1=i-0a1'],
    answer: ec2('StartInstances', stateChangeXml('pending', 'stopped')),
    result: stateChangeResult('pending', 'stopped'),
  }),
  'aws.stop_instances': sampleCall('ec2', 'StopInstances', {
    given: { ...instances, region: 'us-west-2' },
    touches: ['ec2:us-west-2:111122223333:instance/i-0a1'],
    holds: ['InstanceId.1=i-0a1'],
    answer: ec2('StopInstances', stateChangeXml('stopping', 'running')),
    result: stateChangeResult('stopping', 'running'),
  }),
  'aws.terminate_instances': sampleCall('ec2', 'TerminateInstances', {
    given: instances,
    touches: ['ec2:eu-west-1:111122223333:instance/i-0a1'],
    holds: ['InstanceId.1=i-0a1'],
    answer: ec2('TerminateInstances', stateChangeXml('shutting-down', 'running')),
    result: stateChangeResult('shutting-down', 'running'),
  }),
  'aws.reboot_instances': sampleCall('ec2', 'RebootInstances', {
    given: { instances: ['i-0a1'] },
    touches: ['ec2:eu-west-1:111122223333:instance/i-0a1'],
    holds: ['InstanceId.1=i-0a1'],
    answer: returnTrueAnswer('RebootInstances'),
    result: {},
  }),
  'aws.revoke_egress': sampleCall('ec2', 'RevokeSecurityGroupEgress', {
    given: { group: 'sg-0a1', rules: ['sgr-0a1'] },
    touches: ['ec2:eu-west-1:111122223333:security-group/sg-0a1'],
    holds: ['GroupId=sg-0a1', 'SecurityGroupRuleId.1=sgr-0a1'],
    answer: ec2('RevokeSecurityGroupEgress', '<return>true</return>'),
    result: { Return: true },
  }),
  'aws.disassociate_address': sampleCall('ec2', 'DisassociateAddress', {
    given: { association: 'eipassoc-0a1' },
    holds: ['AssociationId=eipassoc-0a1'],
    answer: returnTrueAnswer('DisassociateAddress'),
    result: {},
  }),
  'aws.untag_resources': sampleCall('ec2', 'DeleteTags', {
    given: { resources: ['i-0a1', 'vol-0a1'], key: 'owner' },
    touches: [
      'ec2:eu-west-1:111122223333:instance/i-0a1',
      'ec2:eu-west-1:111122223333:volume/vol-0a1',
    ],
    holds: ['ResourceId.2=vol-0a1', 'Tag.1.Key=owner'],
    answer: returnTrueAnswer('DeleteTags'),
    result: {},
  }),
  'aws.quarantine_instance': sampleCall('ec2', 'ModifyInstanceAttribute', {
    given: { instance: 'i-0a1', groups: ['sg-0a1'] },
    touches: [
      'ec2:eu-west-1:111122223333:instance/i-0a1',
      'ec2:eu-west-1:111122223333:security-group/sg-0a1',
    ],
    holds: ['InstanceId=i-0a1', 'GroupId.1=sg-0a1'],
    answer: returnTrueAnswer('ModifyInstanceAttribute'),
    result: {},
  }),
  'aws.require_imdsv2': sampleCall('ec2', 'ModifyInstanceMetadataOptions', {
    given: { instance: 'i-0a1' },
    touches: ['ec2:eu-west-1:111122223333:instance/i-0a1'],
    holds: ['InstanceId=i-0a1', 'HttpTokens=required'],
    answer: ec2('ModifyInstanceMetadataOptions', '<instanceId>i-0a1</instanceId>'),
    result: { InstanceId: 'i-0a1' },
  }),
  'aws.scale_group': sampleCall('autoscaling', 'SetDesiredCapacity', {
    given: { group: 'web', size: 3 },
    touches: ['autoscaling:eu-west-1:111122223333:autoScalingGroup:0a1b:autoScalingGroupName/web'],
    holds: ['AutoScalingGroupName=web', 'DesiredCapacity=3'],
    answer: query('SetDesiredCapacity'),
    result: {},
  }),
  'aws.stop_ecs_task': sampleCall('ecs', 'StopTask', {
    given: { cluster: 'web', task: 't-1' },
    touches: ['ecs:eu-west-1:111122223333:task/web/t-1'],
    holds: ['"cluster":"web"', '"reason":"Stopped by a bot"'],
    answer: jsonAnswer({ task: { taskArn: 't-1', desiredStatus: 'STOPPED' } }),
    result: 't-1',
  }),
  'aws.invoke_function': sampleCall('lambda', 'Invoke', {
    given: { function: 'tidy', payload: '{"a":1}' },
    touches: ['lambda:eu-west-1:111122223333:function:tidy'],
    arrives: 'lambda POST /2015-03-31/functions/tidy/invocations',
    takes: 'lambda:InvokeFunction',
    holds: ['{"a":1}'],
    answer: { headers: { 'X-Amz-Executed-Version': '$LATEST' }, body: '{"b":2}' },
    result: { StatusCode: 200, ExecutedVersion: '$LATEST', Payload: '{"b":2}' },
  }),
  'aws.describe_security_groups': sampleCall('ec2', 'DescribeSecurityGroups', {
    given: { groups: ['sg-0a1'] },
    holds: ['GroupId.1=sg-0a1'],
    answer: ec2(
      'DescribeSecurityGroups',
      '<securityGroupInfo><item><groupId>sg-0a1</groupId></item></securityGroupInfo>',
    ),
    result: [{ GroupId: 'sg-0a1' }],
  }),
  'aws.revoke_ingress': sampleCall('ec2', 'RevokeSecurityGroupIngress', {
    given: { group: 'sg-0a1', rules: ['sgr-0a1'] },
    touches: ['ec2:eu-west-1:111122223333:security-group/sg-0a1'],
    holds: ['GroupId=sg-0a1', 'SecurityGroupRuleId.1=sgr-0a1'],
    answer: returnTrueAnswer('RevokeSecurityGroupIngress'),
    result: { Return: true },
  }),
  'aws.create_snapshot': sampleCall('ec2', 'CreateSnapshot', {
    given: { volume: 'vol-0a1' },
    touches: ['ec2:eu-west-1:111122223333:volume/vol-0a1', 'ec2:eu-west-1::snapshot/snap-0new'],
    holds: ['VolumeId=vol-0a1', 'Description=Made by a bot'],
    answer: ec2('CreateSnapshot', '<snapshotId>snap-0a1</snapshotId><status>pending</status>'),
    result: { SnapshotId: 'snap-0a1', State: 'pending' },
  }),
  'aws.hide_snapshot': sampleCall('ec2', 'ModifySnapshotAttribute', {
    given: { snapshot: 'snap-0a1' },
    touches: ['ec2:eu-west-1::snapshot/snap-0a1'],
    holds: ['SnapshotId=snap-0a1', 'OperationType=remove', 'UserGroup.1=all'],
    answer: returnTrueAnswer('ModifySnapshotAttribute'),
    result: {},
  }),
  'aws.encrypt_new_volumes': sampleCall('ec2', 'EnableEbsEncryptionByDefault', {
    given: {},
    holds: ['Action=EnableEbsEncryptionByDefault'],
    answer: ec2(
      'EnableEbsEncryptionByDefault',
      '<ebsEncryptionByDefault>true</ebsEncryptionByDefault>',
    ),
    result: { EbsEncryptionByDefault: true },
  }),
  'aws.delete_snapshot': sampleCall('ec2', 'DeleteSnapshot', {
    given: { snapshot: 'snap-0a1' },
    touches: ['ec2:eu-west-1::snapshot/snap-0a1'],
    holds: ['SnapshotId=snap-0a1'],
    answer: returnTrueAnswer('DeleteSnapshot'),
    result: {},
  }),
  'aws.delete_volume': sampleCall('ec2', 'DeleteVolume', {
    given: { volume: 'vol-0a1' },
    touches: ['ec2:eu-west-1:111122223333:volume/vol-0a1'],
    holds: ['VolumeId=vol-0a1'],
    answer: returnTrueAnswer('DeleteVolume'),
    result: {},
  }),
  'aws.tag_resources': sampleCall('ec2', 'CreateTags', {
    given: { resources: ['i-0a1', 'vol-0a1'], key: 'owner', value: 'ada' },
    touches: [
      'ec2:eu-west-1:111122223333:instance/i-0a1',
      'ec2:eu-west-1:111122223333:volume/vol-0a1',
    ],
    holds: ['ResourceId.2=vol-0a1', 'Tag.1.Key=owner', 'Tag.1.Value=ada'],
    answer: returnTrueAnswer('CreateTags'),
    result: {},
  }),
};

export const identity: Record<string, AwsSample> = {
  'aws.list_users': sampleCall('iam', 'ListUsers', {
    given: {},
    answer: query(
      'ListUsers',
      '<IsTruncated>false</IsTruncated><Users><member><UserName>ada</UserName>' +
        '<CreateDate>2026-01-02T03:04:05Z</CreateDate></member></Users>',
    ),
    result: [{ UserName: 'ada', CreateDate: '2026-01-02T03:04:05.000Z' }],
  }),
  'aws.list_access_keys': sampleCall('iam', 'ListAccessKeys', {
    given: { user: 'ada' },
    touches: ['iam::111122223333:user/ada'],
    holds: ['UserName=ada'],
    answer: query(
      'ListAccessKeys',
      '<AccessKeyMetadata><member><UserName>ada</UserName><AccessKeyId>AKIA0</AccessKeyId>' +
        '<Status>Active</Status></member></AccessKeyMetadata><IsTruncated>false</IsTruncated>',
    ),
    result: [{ UserName: 'ada', AccessKeyId: 'AKIA0', Status: 'Active' }],
  }),
  'aws.get_access_key_last_used': sampleCall('iam', 'GetAccessKeyLastUsed', {
    given: { access_key: 'AKIA0' },
    holds: ['AccessKeyId=AKIA0'],
    answer: query(
      'GetAccessKeyLastUsed',
      '<UserName>ada</UserName><AccessKeyLastUsed><ServiceName>s3</ServiceName>' +
        '<Region>eu-west-1</Region></AccessKeyLastUsed>',
    ),
    result: { ServiceName: 's3', Region: 'eu-west-1' },
  }),
  'aws.deactivate_access_key': sampleCall('iam', 'UpdateAccessKey', {
    given: { user: 'ada', access_key: 'AKIA0' },
    touches: ['iam::111122223333:user/staff/ada'],
    holds: ['UserName=ada', 'AccessKeyId=AKIA0', 'Status=Inactive'],
    answer: query('UpdateAccessKey'),
    result: {},
  }),
  'aws.delete_login_profile': sampleCall('iam', 'DeleteLoginProfile', {
    given: { user: 'ada' },
    touches: ['iam::111122223333:user/ada'],
    holds: ['UserName=ada'],
    answer: query('DeleteLoginProfile'),
    result: {},
  }),
  'aws.disable_user': sampleCall('iam', 'AttachUserPolicy', {
    given: { user: 'ada' },
    touches: ['iam::111122223333:user/ada'],
    holds: ['UserName=ada', 'PolicyArn=arn:aws:iam::aws:policy/AWSDenyAll'],
    answer: query('AttachUserPolicy'),
    result: {},
  }),
};

export const data: Record<string, AwsSample> = {
  'aws.list_buckets': sampleCall('s3', 'ListBuckets', {
    given: {},
    arrives: 's3 GET /',
    takes: 's3:ListAllMyBuckets',
    answer: xmlAnswer(
      '<ListAllMyBucketsResult><Buckets><Bucket><Name>logs</Name></Bucket></Buckets>' +
        '</ListAllMyBucketsResult>',
    ),
    result: [{ Name: 'logs' }],
  }),
  'aws.block_public_access': sampleCall('s3', 'PutPublicAccessBlock', {
    given: bucket,
    touches: ['s3:::logs'],
    arrives: 's3 PUT /logs/?publicAccessBlock',
    takes: 's3:PutBucketPublicAccessBlock',
    holds: ['<RestrictPublicBuckets>true</RestrictPublicBuckets>'],
    answer: {},
    result: {},
  }),
  'aws.encrypt_bucket': sampleCall('s3', 'PutBucketEncryption', {
    given: bucket,
    touches: ['s3:::logs'],
    arrives: 's3 PUT /logs/?encryption',
    takes: 's3:PutEncryptionConfiguration',
    holds: ['<SSEAlgorithm>AES256</SSEAlgorithm>'],
    answer: {},
    result: {},
  }),
  'aws.version_bucket': sampleCall('s3', 'PutBucketVersioning', {
    given: bucket,
    touches: ['s3:::logs'],
    arrives: 's3 PUT /logs/?versioning',
    holds: ['<Status>Enabled</Status>'],
    answer: {},
    result: {},
  }),
  'aws.describe_databases': sampleCall('rds', 'DescribeDBInstances', {
    given: {},
    answer: query('DescribeDBInstances', `<DBInstances>${database}</DBInstances>`),
    result: [db],
  }),
  'aws.stop_database': sampleCall('rds', 'StopDBInstance', {
    given: { database: 'db-1' },
    touches: ['rds:eu-west-1:111122223333:db:db-1'],
    holds: ['DBInstanceIdentifier=db-1'],
    answer: query('StopDBInstance', database),
    result: db,
  }),
  'aws.start_database': sampleCall('rds', 'StartDBInstance', {
    given: { database: 'db-1' },
    touches: ['rds:eu-west-1:111122223333:db:db-1'],
    holds: ['DBInstanceIdentifier=db-1'],
    answer: query('StartDBInstance', database),
    result: db,
  }),
  'aws.hide_database': sampleCall('rds', 'ModifyDBInstance', {
    given: { database: 'db-1' },
    touches: ['rds:eu-west-1:111122223333:db:db-1'],
    holds: ['PubliclyAccessible=false', 'ApplyImmediately=true'],
    answer: query('ModifyDBInstance', database),
    result: db,
  }),
  'aws.disable_key': sampleCall('kms', 'DisableKey', {
    given: { key: 'k-1' },
    touches: ['kms:eu-west-1:111122223333:key/k-1'],
    holds: ['"KeyId":"k-1"'],
    answer: blank,
    result: {},
  }),
  'aws.rotate_key': sampleCall('kms', 'EnableKeyRotation', {
    given: { key: 'k-1' },
    touches: ['kms:eu-west-1:111122223333:key/k-1'],
    holds: ['"KeyId":"k-1"'],
    answer: blank,
    result: {},
  }),
  'aws.rotate_secret': sampleCall('secretsmanager', 'RotateSecret', {
    given: { secret: 'db' },
    touches: ['secretsmanager:eu-west-1:111122223333:secret:db-a1B2c3'],
    holds: ['"SecretId":"db"', '"RotateImmediately":true'],
    answer: jsonAnswer({ Name: 'db', VersionId: 'v-2' }),
    result: { Name: 'db', VersionId: 'v-2' },
  }),
  'aws.keep_logs': sampleCall('logs', 'PutRetentionPolicy', {
    given: { group: '/web', days: '30' },
    touches: ['logs:eu-west-1:111122223333:log-group:/web'],
    holds: ['"logGroupName":"/web"', '"retentionInDays":30'],
    answer: blank,
    result: {},
  }),
};

export const findings: Record<string, AwsSample> = {
  'aws.list_detectors': sampleCall('guardduty', 'ListDetectors', {
    given: {},
    arrives: 'guardduty GET /detector',
    answer: jsonAnswer({ detectorIds: ['d1'] }),
    result: ['d1'],
  }),
  'aws.get_guardduty_findings': sampleCall('guardduty', 'GetFindings', {
    given: { detector: 'd1', findings: ['f1'] },
    arrives: 'guardduty POST /detector/d1/findings/get',
    holds: ['"findingIds":["f1"]'],
    answer: jsonAnswer({ findings: [{ id: 'f1', severity: 8 }] }),
    result: [{ Id: 'f1', Severity: 8 }],
  }),
  'aws.archive_guardduty_findings': sampleCall('guardduty', 'ArchiveFindings', {
    given: { detector: 'd1', findings: ['f1', 'f2'] },
    arrives: 'guardduty POST /detector/d1/findings/archive',
    holds: ['"findingIds":["f1","f2"]'],
    answer: blank,
    result: {},
  }),
  'aws.update_securityhub_finding': sampleCall('securityhub', 'BatchUpdateFindings', {
    given: { finding: 'arn:f', product: 'arn:p', workflow: 'RESOLVED', note: 'Mended.' },
    arrives: 'securityhub PATCH /findings/batchupdate',
    holds: ['"Id":"arn:f"', '"ProductArn":"arn:p"', '"Status":"RESOLVED"', '"Text":"Mended."'],
    answer: jsonAnswer({
      ProcessedFindings: [{ Id: 'arn:f', ProductArn: 'arn:p' }],
      UnprocessedFindings: [],
    }),
    result: {
      ProcessedFindings: [{ Id: 'arn:f', ProductArn: 'arn:p' }],
      UnprocessedFindings: [],
    },
  }),
  'aws.lookup_events': sampleCall('cloudtrail', 'LookupEvents', {
    given: { by: 'Username', value: 'ada', since: '2026-03-01T10:00:00Z' },
    holds: ['"AttributeKey":"Username"', '"AttributeValue":"ada"', '"StartTime":1772359200'],
    answer: jsonAnswer({ Events: [{ EventId: 'e1', EventTime: 1772359201 }] }),
    result: [{ EventId: 'e1', EventTime: '2026-03-01T10:00:01.000Z' }],
  }),
  'aws.start_logging': sampleCall('cloudtrail', 'StartLogging', {
    given: { trail: 'main' },
    touches: ['cloudtrail:eu-west-1:111122223333:trail/main'],
    holds: ['"Name":"main"'],
    answer: blank,
    result: {},
  }),
  'aws.validate_trail': sampleCall('cloudtrail', 'UpdateTrail', {
    given: { trail: 'main' },
    touches: ['cloudtrail:eu-west-1:111122223333:trail/main'],
    holds: ['"Name":"main"', '"EnableLogFileValidation":true'],
    answer: jsonAnswer({ Name: 'main', LogFileValidationEnabled: true }),
    result: { Name: 'main', LogFileValidationEnabled: true },
  }),
  'aws.publish_message': sampleCall('sns', 'Publish', {
    given: { topic: 'arn:aws:sns:eu-west-1:111122223333:alarms', message: 'Hi' },
    touches: ['sns:eu-west-1:111122223333:alarms'],
    holds: ['TopicArn=arn:aws:sns:eu-west-1:111122223333:alarms', 'Message=Hi'],
    answer: query('Publish', '<MessageId>m-1</MessageId>'),
    result: { MessageId: 'm-1' },
  }),
};

/** Each ready-made action that calls AWS, once. */
export const awsSamples: Record<string, AwsSample> = {
  ...compute,
  ...identity,
  ...data,
  ...findings,
};
