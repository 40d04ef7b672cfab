import { list, optional, readyMadeAws, region, text, withDefault } from '../ready-made.schema.ts';

const ec2 = { service: 'ec2', region: '{region}' } as const;
const group = text('group', 'Security group', 'Its id, such as sg-0a1b2c3d.');

export const awsNetworkActions = readyMadeAws('aws', {
  describe_security_groups: {
    name: 'List EC2 security groups',
    description: 'Lists the security groups of a region with their rules.',
    parameters: [
      optional(list('groups', 'Security groups', 'Their ids. Leave blank to list all.')),
      region,
    ],
    call: {
      ...ec2,
      operation: 'DescribeSecurityGroups',
      parameters: { GroupIds: '{groups}' },
      result: '/SecurityGroups',
    },
  },
  revoke_ingress: {
    name: 'Revoke inbound rules of a security group',
    description: 'Removes inbound rules from a security group.',
    needsApproval: true,
    parameters: [
      group,
      list('rules', 'Rules', 'The ids of the rules, such as sgr-0a1b2c3d.'),
      region,
    ],
    call: {
      ...ec2,
      operation: 'RevokeSecurityGroupIngress',
      parameters: { GroupId: '{group}', SecurityGroupRuleIds: '{rules}' },
    },
  },
  revoke_egress: {
    name: 'Revoke outbound rules of a security group',
    description: 'Removes outbound rules from a security group.',
    needsApproval: true,
    parameters: [
      group,
      list('rules', 'Rules', 'The ids of the rules, such as sgr-0a1b2c3d.'),
      region,
    ],
    call: {
      ...ec2,
      operation: 'RevokeSecurityGroupEgress',
      parameters: { GroupId: '{group}', SecurityGroupRuleIds: '{rules}' },
    },
  },
  disassociate_address: {
    name: 'Disassociate an Elastic IP address',
    description:
      'Disassociates an Elastic IP address; the instance that used it loses its public address.',
    needsApproval: true,
    parameters: [
      text('association', 'Association', 'The id of the association, such as eipassoc-0a1b2c3d.'),
      region,
    ],
    call: {
      ...ec2,
      operation: 'DisassociateAddress',
      parameters: { AssociationId: '{association}' },
    },
  },
  create_snapshot: {
    name: 'Create an EBS snapshot',
    description: 'Makes a snapshot of a volume.',
    parameters: [
      text('volume', 'Volume', 'Its id, such as vol-0a1b2c3d.'),
      withDefault('Made by a bot', text('description', 'Description', 'What the snapshot is for.')),
      region,
    ],
    call: {
      ...ec2,
      operation: 'CreateSnapshot',
      parameters: { VolumeId: '{volume}', Description: '{description}' },
    },
  },
  hide_snapshot: {
    name: 'Make an EBS snapshot private',
    description: 'Removes the public permission to create volumes from a snapshot.',
    needsApproval: true,
    parameters: [text('snapshot', 'Snapshot', 'Its id, such as snap-0a1b2c3d.'), region],
    call: {
      ...ec2,
      operation: 'ModifySnapshotAttribute',
      parameters: {
        SnapshotId: '{snapshot}',
        Attribute: 'createVolumePermission',
        OperationType: 'remove',
        GroupNames: ['all'],
      },
    },
  },
  encrypt_new_volumes: {
    name: 'Encrypt new EBS volumes of a region',
    description: 'Turns on encryption by default for all new volumes.',
    parameters: [region],
    call: { ...ec2, operation: 'EnableEbsEncryptionByDefault', parameters: {} },
  },
  delete_snapshot: {
    name: 'Delete an EBS snapshot',
    description: 'Deletes a snapshot for good.',
    needsApproval: true,
    parameters: [text('snapshot', 'Snapshot', 'Its id, such as snap-0a1b2c3d.'), region],
    call: { ...ec2, operation: 'DeleteSnapshot', parameters: { SnapshotId: '{snapshot}' } },
  },
  delete_volume: {
    name: 'Delete an EBS volume',
    description: 'Deletes a volume that no instance uses, for good.',
    needsApproval: true,
    parameters: [text('volume', 'Volume', 'Its id, such as vol-0a1b2c3d.'), region],
    call: { ...ec2, operation: 'DeleteVolume', parameters: { VolumeId: '{volume}' } },
  },
  tag_resources: {
    name: 'Tag EC2 resources',
    description: 'Adds a tag to instances, volumes, snapshots and other resources of EC2.',
    parameters: [
      list('resources', 'Resources', 'Their ids.'),
      text('key', 'Key', 'The name of the tag.'),
      text('value', 'Value', 'The value of the tag.'),
      region,
    ],
    call: {
      ...ec2,
      operation: 'CreateTags',
      parameters: { Resources: '{resources}', Tags: [{ Key: '{key}', Value: '{value}' }] },
    },
  },
  untag_resources: {
    name: 'Remove a tag from EC2 resources',
    description: 'Removes a tag from instances, volumes, snapshots and other resources of EC2.',
    needsApproval: true,
    parameters: [
      list('resources', 'Resources', 'Their ids.'),
      text('key', 'Key', 'The name of the tag.'),
      region,
    ],
    call: {
      ...ec2,
      operation: 'DeleteTags',
      parameters: { Resources: '{resources}', Tags: [{ Key: '{key}' }] },
    },
  },
});
