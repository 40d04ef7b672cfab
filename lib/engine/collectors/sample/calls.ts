import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleCall } from '#lib/domain/integrations/integration.schema.ts';

type Parameters = SampleCall['parameters'];

/** The name of the parameter that holds the value, or a function of all parameters. */
type Value = string | ((parameters: Parameters) => unknown);

/** The change of a call in a table: which rows it affects, and how. */
type Change = {
  table: string;
  /** A row is affected if, for each pair, a column has one of the values of the parameter. */
  names?: readonly (readonly [columns: readonly string[], parameter: string])[];
  /** The new values of columns; absent where the row is deleted. */
  sets?: Readonly<Record<string, Value>>;
};

const bucket = { table: 'aws_s3_bucket', names: [[['name'], 'Bucket']] } as const;
const user = [[['user_name'], 'UserName']] as const;

const nestedParameter =
  (outer: string, inner: string) =>
  ({ [outer]: value }: Parameters): unknown =>
    Object(value)[inner];

const accessBlockParameter = (name: string) =>
  nestedParameter('PublicAccessBlockConfiguration', name);

/** The calls that a sample account supports, which fix findings, with the changes of each. */
const changesByCall: Readonly<Record<string, readonly [Change, ...Change[]]>> = {
  's3:PutPublicAccessBlock': [
    {
      ...bucket,
      sets: {
        block_public_acls: accessBlockParameter('BlockPublicAcls'),
        block_public_policy: accessBlockParameter('BlockPublicPolicy'),
        ignore_public_acls: accessBlockParameter('IgnorePublicAcls'),
        restrict_public_buckets: accessBlockParameter('RestrictPublicBuckets'),
      },
    },
  ],
  's3:PutBucketEncryption': [
    {
      ...bucket,
      sets: { server_side_encryption_configuration: 'ServerSideEncryptionConfiguration' },
    },
  ],
  's3:PutBucketVersioning': [
    {
      ...bucket,
      sets: {
        versioning_enabled: (parameters) =>
          nestedParameter('VersioningConfiguration', 'Status')(parameters) === 'Enabled',
      },
    },
  ],
  'ec2:RevokeSecurityGroupIngress': [
    {
      table: 'aws_vpc_security_group_rule',
      names: [
        [['group_id'], 'GroupId'],
        [['security_group_rule_id'], 'SecurityGroupRuleIds'],
      ],
    },
  ],
  'ec2:ModifyInstanceMetadataOptions': [
    {
      table: 'aws_ec2_instance',
      names: [[['instance_id'], 'InstanceId']],
      sets: {
        metadata_options: ({ HttpTokens = 'optional', HttpEndpoint = 'enabled' }) => ({
          HttpTokens,
          HttpEndpoint,
        }),
      },
    },
  ],
  'ec2:EnableEbsEncryptionByDefault': [
    {
      table: 'aws_ec2_regional_settings',
      sets: { default_ebs_encryption_enabled: () => true },
    },
  ],
  'iam:UpdateAccessKey': [
    {
      table: 'aws_iam_access_key',
      names: [...user, [['access_key_id'], 'AccessKeyId']],
      sets: { status: 'Status' },
    },
    {
      table: 'aws_iam_credential_report',
      names: user,
      sets: { access_key_1_active: ({ Status }) => Status === 'Active' },
    },
  ],
  'iam:DeleteLoginProfile': [
    {
      table: 'aws_iam_credential_report',
      names: user,
      sets: { password_enabled: () => false },
    },
  ],
  'kms:EnableKeyRotation': [
    {
      table: 'aws_kms_key',
      names: [[['id', 'arn'], 'KeyId']],
      sets: { key_rotation_enabled: () => true },
    },
  ],
  'rds:ModifyDBInstance': [
    {
      table: 'aws_rds_db_instance',
      names: [[['db_instance_identifier'], 'DBInstanceIdentifier']],
      sets: {
        publicly_accessible: 'PubliclyAccessible',
        deletion_protection: 'DeletionProtection',
        multi_az: 'MultiAZ',
        backup_retention_period: 'BackupRetentionPeriod',
        auto_minor_version_upgrade: 'AutoMinorVersionUpgrade',
      },
    },
  ],
};

/** The changes of a call; undefined where sample accounts do not support the call. */
export const changesOfCall = (call: string): readonly [Change, ...Change[]] | undefined =>
  Object.hasOwn(changesByCall, call) ? changesByCall[call] : undefined;

/** Whether a call affects a row: the row is in the call's region, and named by its parameters. */
export const isAffected = ({ names = [] }: Change, row: Row, { region, parameters }: SampleCall) =>
  (row.region === region || row.region === 'global') &&
  names.every(([columns, parameter]) =>
    columns.some((column) => [parameters[parameter]].flat().includes(row[column])),
  );

const changedRows = (row: Row, { sets }: Change, { parameters }: SampleCall): Row[] => {
  if (!sets) return [];
  const values = Object.entries(sets)
    .map(([column, value]) => {
      const newValue = typeof value === 'string' ? parameters[value] : value(parameters);
      return [column, newValue] as const;
    })
    .filter(([, value]) => value !== undefined);
  return [{ ...row, ...Object.fromEntries(values) }];
};

/** The rows of a table after these calls, in their order. */
export const rowsAfterCalls = (
  table: string,
  rows: readonly Row[],
  calls: readonly SampleCall[],
): readonly Row[] => {
  const changes = calls.flatMap((call) =>
    (changesOfCall(call.call) ?? [])
      .filter((change) => change.table === table)
      .map((change) => ({ call, change })),
  );
  return changes.reduce<readonly Row[]>(
    (now, { call, change }) =>
      now.flatMap((row) =>
        isAffected(change, row, call) ? changedRows(row, change, call) : [row],
      ),
    rows,
  );
};
