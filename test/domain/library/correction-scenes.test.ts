import { testScenes } from './test-scenes.ts';
import { approvalPoint, type TemplateScene } from './scene-player.ts';

const region = 'eu-west-1';
const bucketNamed = (name: string) => ({ name, arn: `arn:aws:s3:::${name}`, region });
const oneCorrected = 'Corrected: 1.\nFailed: 0.\nSkipped because they changed in the meantime: 0.';

const publicAccessBlocked = {
  block_public_acls: true,
  block_public_policy: true,
  ignore_public_acls: true,
  restrict_public_buckets: true,
};

const encrypted = {
  server_side_encryption_configuration: {
    Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
  },
};

const arnOf = (rest: string) => `arn:aws:ec2:eu-west-1:111122223333:${rest}`;

const group = {
  group_id: 'sg-1',
  group_name: 'web',
  arn: arnOf('security-group/sg-1'),
  region,
};
const rule = (security_group_rule_id: string, port: number, cidr_ipv4: string) => ({
  security_group_rule_id,
  cidr_ipv4,
  group_id: 'sg-1',
  ip_protocol: 'tcp',
  from_port: port,
  to_port: port,
  is_egress: false,
});

const trail = (name: string, fields: object) => ({
  name,
  arn: `arn:aws:cloudtrail:eu-west-1:111122223333:trail/${name}`,
  region,
  home_region: region,
  ...fields,
});

const key = (id: string, key_rotation_enabled: boolean) => ({
  id,
  arn: `arn:aws:kms:eu-west-1:111122223333:key/${id}`,
  region,
  key_rotation_enabled,
  key_manager: 'CUSTOMER',
  key_state: 'Enabled',
  origin: 'AWS_KMS',
  customer_master_key_spec: 'SYMMETRIC_DEFAULT',
});

const database = (db_instance_identifier: string, publicly_accessible: boolean) => ({
  db_instance_identifier,
  publicly_accessible,
  region,
  engine: 'postgres',
  arn: `arn:aws:rds:eu-west-1:111122223333:db:${db_instance_identifier}`,
});

const snapshot = (snapshot_id: string) => ({
  snapshot_id,
  arn: arnOf(`snapshot/${snapshot_id}`),
  region,
});

const instance = (instance_id: string) => ({
  instance_id,
  arn: arnOf(`instance/${instance_id}`),
  region,
});

/** One account for all scenes: opening a new database for each would take most of the time. */
const inventory = {
  aws_s3_bucket: [
    { ...bucketNamed('logs'), ...publicAccessBlocked, ...encrypted, versioning_enabled: true },
    {
      ...bucketNamed('open'),
      ...encrypted,
      versioning_enabled: true,
      bucket_policy_is_public: true,
    },
    bucketNamed('site'),
  ],
  aws_vpc_security_group: [group],
  aws_vpc_security_group_rule: [
    rule('sgr-1', 22, '0.0.0.0/0'),
    rule('sgr-2', 3389, '0.0.0.0/0'),
    rule('sgr-3', 443, '0.0.0.0/0'),
    rule('sgr-4', 22, '10.0.0.0/8'),
  ],
  aws_iam_access_key: [
    { access_key_id: 'AKIA1', user_name: 'ada', status: 'Active', create_date: '2020-01-01' },
    { access_key_id: 'AKIA2', user_name: 'ada', status: 'Inactive', create_date: '2020-01-01' },
    { access_key_id: 'AKIA3', user_name: 'bob', status: 'Active', create_date: '2999-01-01' },
  ],
  aws_rds_db_instance: [database('shop', true), database('books', false)],
  aws_ebs_snapshot: [
    { ...snapshot('snap-1'), create_volume_permissions: [{ Group: 'all' }] },
    { ...snapshot('snap-2'), create_volume_permissions: [{ UserId: '1' }] },
  ],
  aws_cloudtrail_trail: [
    trail('main', { is_logging: false, log_file_validation_enabled: false }),
    trail('other', { is_logging: true, log_file_validation_enabled: true }),
    trail('shadow', { is_logging: false, home_region: 'us-east-1' }),
  ],
  aws_kms_key: [key('k-1', false), key('k-2', true), { ...key('k-3', false), key_manager: 'AWS' }],
  aws_ec2_instance: [
    { ...instance('i-1'), metadata_options: { HttpTokens: 'optional' } },
    { ...instance('i-2'), metadata_options: { HttpTokens: 'required' } },
    { ...instance('i-3'), instance_state: 'terminated' },
  ],
  aws_ec2_regional_settings: [
    { region, default_ebs_encryption_enabled: false },
    { region: 'us-east-1', default_ebs_encryption_enabled: true },
  ],
};

/** The account after somebody else has corrected some of it. */
const later = {
  aws_s3_bucket: [{ ...bucketNamed('open'), ...publicAccessBlocked }, bucketNamed('site')],
  aws_ec2_regional_settings: [{ region, default_ebs_encryption_enabled: true }],
};

const endNode = 'Corrected';

const scenes: TemplateScene[] = [
  {
    template: 'block-public-access-to-buckets',
    it: 'blocks each approved bucket, unless it changed in the meantime',
    inventory,
    later,
    live: {
      ...inventory,
      aws_s3_bucket: [{ ...bucketNamed('open'), ...publicAccessBlocked }, bucketNamed('site')],
    },
    calls: [approvalPoint, ['AWS s3:PutPublicAccessBlock in eu-west-1', {}, { Bucket: 'site' }]],
    tells: [
      'Corrected: 1.\nFailed: 0.\nSkipped because they changed in the meantime: 1.\n\n' +
        'Checked again in the account. Still open: site.\n\n' +
        'Approved, in Sample AWS: site.',
    ],
    ends: endNode,
  },
  {
    template: 'block-public-access-to-buckets',
    it: 'asks only about the resources of the finding that started it',
    rule: 'aws-s3-no-public-read',
    event: { resources: [{ resource: bucketNamed('open').arn }], total: 1 },
    inventory,
    live: {
      ...inventory,
      aws_s3_bucket: [{ ...bucketNamed('open'), ...publicAccessBlocked }, bucketNamed('site')],
    },
    calls: [approvalPoint, ['AWS s3:PutPublicAccessBlock in eu-west-1', {}, { Bucket: 'open' }]],
    tells: [`${oneCorrected}\n\nChecked again in the account. Still open: none.`],
    ends: endNode,
  },
  {
    template: 'require-imdsv2',
    it: 'asks nobody where the finding is no longer true',
    rule: 'aws-ec2-imdsv2',
    event: { resources: [{ resource: 'arn:aws:ec2:eu-west-1:1:instance/i-9' }], total: 1 },
    inventory,
    calls: [],
    ends: 'Nothing found',
  },
  {
    template: 'encrypt-buckets-by-default',
    it: 'encrypts buckets without default encryption',
    inventory,
    live: { ...inventory, aws_s3_bucket: [{ ...bucketNamed('site'), ...encrypted }] },
    calls: [approvalPoint, ['AWS s3:PutBucketEncryption in eu-west-1', {}, { Bucket: 'site' }]],
    tells: [`${oneCorrected}\n\nChecked again in the account. Still open: none.`],
    ends: endNode,
  },
  {
    template: 'keep-versions-of-buckets',
    it: 'turns on versioning where it is off',
    inventory,
    calls: [approvalPoint, ['AWS s3:PutBucketVersioning in eu-west-1', {}, { Bucket: 'site' }]],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'close-open-administration-ports',
    it: 'revokes the rules that open SSH or RDP to everybody, and no others',
    inventory,
    calls: [
      approvalPoint,
      [
        'AWS ec2:RevokeSecurityGroupIngress in eu-west-1',
        {},
        { GroupId: 'sg-1', SecurityGroupRuleIds: ['sgr-1', 'sgr-2'] },
      ],
    ],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'deactivate-old-access-keys',
    it: 'deactivates old active keys',
    inventory,
    calls: [
      approvalPoint,
      [
        'AWS iam:UpdateAccessKey in us-east-1',
        {},
        { UserName: 'ada', AccessKeyId: 'AKIA1', Status: 'Inactive' },
      ],
    ],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'make-public-databases-private',
    it: 'removes public access from databases',
    inventory,
    calls: [
      approvalPoint,
      [
        'AWS rds:ModifyDBInstance in eu-west-1',
        {},
        { DBInstanceIdentifier: 'shop', PubliclyAccessible: false },
      ],
    ],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'make-public-snapshots-private',
    it: 'removes the permission of everybody to restore snapshots',
    inventory,
    calls: [
      approvalPoint,
      [
        'AWS ec2:ModifySnapshotAttribute in eu-west-1',
        {},
        { SnapshotId: 'snap-1', OperationType: 'remove', GroupNames: ['all'] },
      ],
    ],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'start-stopped-trails',
    it: 'starts stopped trails in their home region',
    inventory,
    calls: [
      approvalPoint,
      [
        'AWS cloudtrail:StartLogging in eu-west-1',
        {},
        { Name: 'arn:aws:cloudtrail:eu-west-1:111122223333:trail/main' },
      ],
    ],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'sign-log-files-of-trails',
    it: 'turns on the validation of log files',
    inventory,
    calls: [
      approvalPoint,
      ['AWS cloudtrail:UpdateTrail in eu-west-1', {}, { EnableLogFileValidation: true }],
    ],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'rotate-kms-keys',
    it: 'turns on the rotation of customer-managed keys',
    inventory,
    calls: [
      approvalPoint,
      [
        'AWS kms:EnableKeyRotation in eu-west-1',
        {},
        { KeyId: 'arn:aws:kms:eu-west-1:111122223333:key/k-1' },
      ],
    ],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'require-imdsv2',
    it: 'requires metadata tokens of instances where they are optional',
    inventory,
    calls: [
      approvalPoint,
      [
        'AWS ec2:ModifyInstanceMetadataOptions in eu-west-1',
        {},
        { InstanceId: 'i-1', HttpTokens: 'required' },
      ],
    ],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'encrypt-new-volumes',
    it: 'turns on the encryption in regions where it is off',
    inventory,
    calls: [approvalPoint, ['AWS ec2:EnableEbsEncryptionByDefault in eu-west-1', {}, {}]],
    tells: [oneCorrected],
    ends: endNode,
  },
  {
    template: 'encrypt-new-volumes',
    it: 'asks nobody where there is nothing to correct',
    inventory: later,
    calls: [],
    ends: 'Nothing found',
  },
  {
    template: 'encrypt-new-volumes',
    it: 'changes nothing where everything was corrected in the meantime',
    inventory,
    later,
    calls: [],
    ends: 'Left as they are',
  },
];

describe('templates that correct findings of rules', () => testScenes(scenes));
