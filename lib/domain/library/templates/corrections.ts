import { correctionGraph } from '../correction-graph.ts';
import { act } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

type Correction = Parameters<typeof correctionGraph>[0] & {
  _id: string;
  name: string;
  category?: LibraryBot['category'];
  /** What the bot does, so that people can tell whether they want it. */
  purpose: string;
  /** What happens to each resource, as an item of a list. */
  effect: string;
  /** The right that the role of the account must have. */
  permission: string;
};

const correction = ({
  _id,
  name,
  category = 'Security',
  purpose,
  effect,
  permission,
  ...graph
}: Correction): LibraryBot => ({
  _id,
  name,
  category,
  tag_name: ['SecOps', 'IT and CCoE', 'Governance Risk and Compliance'],
  description: `${purpose}

- Reads the last scan; nothing changes without approval
- An approver selects what to fix
- ${effect}
- Skips and reports resources that changed since the request
- Checks the account again afterwards, and reports what is still open

**Needs:** an AWS account that is scanned, whose role may ${permission}`,
  graph: correctionGraph(graph),
});

const item = (name: string): string => `{% $loop.item.${name} %}`;
const region = item('region');

/** SQL condition: a rule of a security group opens this port. */
const opens = (port: number): string => `${port} between r.from_port and r.to_port`;

export const corrections: readonly LibraryBot[] = [
  correction({
    _id: 'block-public-access-to-buckets',
    name: 'Block public access to S3 buckets',
    purpose: 'Keeps buckets private, whatever their policies allow later.',
    effect: 'Turns on all four Block Public Access settings for each bucket',
    permission: 'change the public access settings of buckets',
    found: 'buckets that can be made public',
    question: 'Block public access to these buckets? Buckets behind a public site must stay open.',
    sql: `select arn as id, name, region, bucket_policy_is_public
from aws_s3_bucket
where not (coalesce(block_public_acls, false) and coalesce(block_public_policy, false)
  and coalesce(ignore_public_acls, false) and coalesce(restrict_public_buckets, false))
order by bucket_policy_is_public desc, name`,
    correct: ['Block it', act('aws.block_public_access', { bucket: item('name'), region })],
  }),
  correction({
    _id: 'encrypt-buckets-by-default',
    name: 'Encrypt S3 buckets by default',
    purpose: 'Also encrypts objects that programs upload without encryption.',
    effect: 'Turns on default encryption with S3 managed keys for each bucket',
    permission: 'change the encryption of buckets',
    found: 'buckets without default encryption',
    question: 'Encrypt new objects in these buckets by default?',
    sql: `select arn as id, name, region
from aws_s3_bucket
where not coalesce(jsonb_path_exists(server_side_encryption_configuration,
  '$.Rules[*].ApplyServerSideEncryptionByDefault.SSEAlgorithm'), false)
order by name`,
    correct: ['Encrypt it', act('aws.encrypt_bucket', { bucket: item('name'), region })],
  }),
  correction({
    _id: 'keep-versions-of-buckets',
    name: 'Keep versions in S3 buckets',
    category: 'Reliability',
    purpose: 'Makes deleted or overwritten objects recoverable.',
    effect: 'Turns on versioning for each bucket; old versions cost money until they expire',
    permission: 'change the versioning of buckets',
    found: 'buckets that keep no versions',
    question: 'Keep versions in these buckets from now on?',
    sql: `select arn as id, name, region
from aws_s3_bucket
where versioning_enabled is not true
order by name`,
    correct: ['Keep versions', act('aws.version_bucket', { bucket: item('name'), region })],
  }),
  correction({
    _id: 'close-open-administration-ports',
    name: 'Close SSH and RDP that are open to the internet',
    purpose: 'Revokes the rules that open port 22 or 3389 to all IPv4 or IPv6 addresses.',
    effect: 'Revokes the rules of each security group that open these ports, and no others',
    permission: 'revoke rules of security groups',
    found: 'SSH or RDP open to the internet',
    question: 'Revoke these rules? People who sign in through them need another way first.',
    sql: `select g.arn as id, g.group_name as name, g.group_id, g.region,
  array_agg(r.security_group_rule_id order by r.security_group_rule_id) as rules
from aws_vpc_security_group g
join aws_vpc_security_group_rule r on r.group_id = g.group_id
where r.is_egress is not true
  and (r.cidr_ipv4 = '0.0.0.0/0' or r.cidr_ipv6 = '::/0')
  and (r.ip_protocol = '-1' or r.ip_protocol in ('tcp', 'udp') and (${opens(22)} or ${opens(3389)}))
group by g.arn, g.group_id, g.group_name, g.region
order by g.group_id`,
    correct: [
      'Revoke them',
      act('aws.revoke_ingress', { group: item('group_id'), rules: item('rules'), region }),
    ],
  }),
  correction({
    _id: 'deactivate-old-access-keys',
    name: 'Deactivate old access keys',
    purpose: 'The older a key is, the more places hold a copy of it.',
    effect: 'Deactivates each key older than 90 days; keys can be activated again',
    permission: 'deactivate access keys of users',
    found: 'access keys older than 90 days',
    question: 'Deactivate these keys? Programs that use them stop working.',
    sql: `select concat_ws(':', 'arn', partition, 'iam', '', account_id,
    concat('user/', user_name, '/accesskey/', access_key_id)) as id,
  access_key_id || ' of ' || user_name as name, access_key_id, user_name,
  create_date::date::text as created
from aws_iam_access_key
where status = 'Active' and create_date < now() - interval '90 days'
order by create_date`,
    correct: [
      'Deactivate it',
      act('aws.deactivate_access_key', {
        user: item('user_name'),
        access_key: item('access_key_id'),
      }),
    ],
  }),
  correction({
    _id: 'make-public-databases-private',
    name: 'Make public RDS databases private',
    purpose: 'Takes databases off the internet, where scanners find them within hours.',
    effect: 'Removes the public address of each database immediately',
    permission: 'modify DB instances',
    found: 'public databases',
    question: 'Make these databases private? Connections from outside will be cut off.',
    sql: `select arn as id, db_instance_identifier as name, region, engine
from aws_rds_db_instance
where publicly_accessible
order by db_instance_identifier`,
    correct: ['Make it private', act('aws.hide_database', { database: item('name'), region })],
  }),
  correction({
    _id: 'make-public-snapshots-private',
    name: 'Make public EBS snapshots private',
    purpose: 'Anyone with an AWS account can restore and read a public snapshot.',
    effect: 'Removes the public restore permission of each snapshot',
    permission: 'change who may restore snapshots',
    found: 'public snapshots',
    question: 'Make these snapshots private?',
    sql: `select arn as id, snapshot_id as name, region, volume_id
from aws_ebs_snapshot
where jsonb_path_exists(create_volume_permissions, '$[*] ? (@.Group == "all")')
order by snapshot_id`,
    correct: ['Make it private', act('aws.hide_snapshot', { snapshot: item('name'), region })],
  }),
  correction({
    _id: 'start-stopped-trails',
    name: 'Start CloudTrail trails that are stopped',
    purpose: 'Attackers often stop logging first, so a stopped trail deserves attention.',
    effect: 'Starts logging on each trail in its home region',
    permission: 'start logging on trails',
    found: 'trails that are not logging',
    question: 'Start these trails again? Find out who stopped them.',
    sql: `select arn as id, name, region
from aws_cloudtrail_trail
where region = home_region and is_logging is not true
order by name`,
    correct: ['Start it', act('aws.start_logging', { trail: item('id'), region })],
  }),
  correction({
    _id: 'sign-log-files-of-trails',
    name: 'Turn on CloudTrail log file validation',
    purpose: 'Shows whether a log file was changed or deleted after it was written.',
    effect: 'Turns on log file validation for each trail',
    permission: 'update trails',
    found: 'trails without log file validation',
    question: 'Turn on log file validation of these trails?',
    sql: `select arn as id, name, region
from aws_cloudtrail_trail
where region = home_region and log_file_validation_enabled is not true
order by name`,
    correct: ['Turn it on', act('aws.validate_trail', { trail: item('id'), region })],
  }),
  correction({
    _id: 'rotate-kms-keys',
    name: 'Turn on the rotation of KMS keys',
    purpose: 'Limits how much data one key encrypts, without changes to programs.',
    effect: 'Turns on yearly rotation for each key',
    permission: 'turn on key rotation',
    found: 'keys that are not rotated',
    question: 'Rotate these keys every year?',
    sql: `select arn as id, id as name, region
from aws_kms_key
where key_manager = 'CUSTOMER' and key_state = 'Enabled' and origin = 'AWS_KMS'
  and customer_master_key_spec = 'SYMMETRIC_DEFAULT' and key_rotation_enabled is not true
order by id`,
    correct: ['Rotate it', act('aws.rotate_key', { key: item('id'), region })],
  }),
  correction({
    _id: 'require-imdsv2',
    name: 'Require IMDSv2 on EC2 instances',
    purpose: 'Keeps a forged request on an instance from exposing the credentials of its role.',
    effect: 'Requires tokens in the metadata options of each instance',
    permission: 'modify the metadata options of instances',
    found: 'instances that accept IMDSv1',
    question: 'Require IMDSv2 on these instances? Old SDKs on them will not get credentials.',
    sql: `select arn as id, coalesce(title, instance_id) as name, instance_id, region
from aws_ec2_instance
where instance_state is distinct from 'terminated'
  and metadata_options ->> 'HttpTokens' is distinct from 'required'
  and metadata_options ->> 'HttpEndpoint' is distinct from 'disabled'
order by instance_id`,
    correct: ['Require it', act('aws.require_imdsv2', { instance: item('instance_id'), region })],
  }),
  correction({
    _id: 'encrypt-new-volumes',
    name: 'Encrypt new EBS volumes by default',
    purpose: 'Encrypts every volume created from now on, region by region.',
    effect: 'Turns on encryption by default in each region',
    permission: 'turn on EBS encryption by default',
    found: 'regions that do not encrypt new volumes',
    question: 'Encrypt new volumes by default in these regions?',
    sql: `select concat_ws(':', 'arn', partition, '', region, account_id) as id,
  region as name, region
from aws_ec2_regional_settings
where default_ebs_encryption_enabled is not true
order by region`,
    correct: ['Encrypt them', act('aws.encrypt_new_volumes', { region })],
  }),
];
