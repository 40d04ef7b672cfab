import { list, optional, readyMadeAws, region, text, usually } from '../ready-made.schema.ts';

const ec2 = { service: 'ec2', region: '{region}' } as const;
const group = text('group', 'Security group', 'Its id, such as sg-0a1b2c3d.');

export const awsNetworkActions = readyMadeAws('aws', {
  describe_security_groups: {
    name: 'List EC2 security groups',
    description: 'Lists the security groups of a region with their rules.',
    parameters: [
      optional(list('groups', 'Security groups', 'Their ids; all unless given.')),
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
    name: 'Revoke rules of a security group',
    description: 'Takes rules for incoming traffic away from a security group.',
    asks: true,
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
    name: 'Revoke outgoing rules of a security group',
    description: 'Takes rules for outgoing traffic away from a security group.',
    asks: true,
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
    name: 'Take a public address away',
    description: 'Parts an elastic IP address from what uses it, which keeps no public address.',
    asks: true,
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
      usually('Made by a bot', text('description', 'Description', 'What it is kept for.')),
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
    description: 'Takes the right to restore a snapshot away from everybody.',
    asks: true,
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
    description: 'Makes every volume that is made from now on be encrypted.',
    parameters: [region],
    call: { ...ec2, operation: 'EnableEbsEncryptionByDefault', parameters: {} },
  },
  delete_snapshot: {
    name: 'Delete an EBS snapshot',
    description: 'Deletes a snapshot for good.',
    asks: true,
    parameters: [text('snapshot', 'Snapshot', 'Its id, such as snap-0a1b2c3d.'), region],
    call: { ...ec2, operation: 'DeleteSnapshot', parameters: { SnapshotId: '{snapshot}' } },
  },
  delete_volume: {
    name: 'Delete an EBS volume',
    description: 'Deletes a volume that no instance uses, for good.',
    asks: true,
    parameters: [text('volume', 'Volume', 'Its id, such as vol-0a1b2c3d.'), region],
    call: { ...ec2, operation: 'DeleteVolume', parameters: { VolumeId: '{volume}' } },
  },
  tag_resources: {
    name: 'Tag EC2 resources',
    description: 'Gives a tag to instances, volumes, snapshots and other resources of EC2.',
    parameters: [
      list('resources', 'Resources', 'Their ids.'),
      text('key', 'Key', 'The name of the tag.'),
      text('value', 'Value', 'What the tag says.'),
      region,
    ],
    call: {
      ...ec2,
      operation: 'CreateTags',
      parameters: { Resources: '{resources}', Tags: [{ Key: '{key}', Value: '{value}' }] },
    },
  },
  untag_resources: {
    name: 'Remove a tag of EC2 resources',
    description: 'Takes a tag away from instances, volumes, snapshots and other resources of EC2.',
    asks: true,
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
