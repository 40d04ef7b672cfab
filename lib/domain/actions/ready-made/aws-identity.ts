import { readyMadeAws, text } from '../ready-made.schema.ts';

const user = text('user', 'User', 'The name of the IAM user.');
const accessKey = text('access_key', 'Access key', 'Its id, such as AKIA0123456789.');
const iam = { service: 'iam' } as const;

export const awsIdentityActions = readyMadeAws('aws', {
  list_users: {
    name: 'List IAM users',
    description: 'Lists the IAM users of the account.',
    parameters: [],
    call: { ...iam, operation: 'ListUsers', parameters: {}, result: '/Users' },
  },
  list_access_keys: {
    name: 'List the access keys of an IAM user',
    description: 'Lists the access keys of a user: their ids, states and creation dates.',
    parameters: [user],
    call: {
      ...iam,
      operation: 'ListAccessKeys',
      parameters: { UserName: '{user}' },
      result: '/AccessKeyMetadata',
    },
  },
  get_access_key_last_used: {
    name: 'Read when an access key was last used',
    description: 'Reads when, in which region and with which service an access key was last used.',
    parameters: [accessKey],
    call: {
      ...iam,
      operation: 'GetAccessKeyLastUsed',
      parameters: { AccessKeyId: '{access_key}' },
      result: '/AccessKeyLastUsed',
    },
  },
  deactivate_access_key: {
    name: 'Deactivate an IAM access key',
    description: 'Deactivates an access key; it cannot be used until it is activated again.',
    needsApproval: true,
    parameters: [user, accessKey],
    call: {
      ...iam,
      operation: 'UpdateAccessKey',
      parameters: { UserName: '{user}', AccessKeyId: '{access_key}', Status: 'Inactive' },
    },
  },
  delete_login_profile: {
    name: 'Delete the console password of an IAM user',
    description: 'Deletes the password with which a user signs in to the AWS console.',
    needsApproval: true,
    parameters: [user],
    call: { ...iam, operation: 'DeleteLoginProfile', parameters: { UserName: '{user}' } },
  },
  disable_user: {
    name: 'Disable an IAM user',
    description: "Attaches AWS's policy AWSDenyAll: the user can do nothing until it is detached.",
    needsApproval: true,
    parameters: [user],
    call: {
      ...iam,
      operation: 'AttachUserPolicy',
      parameters: { UserName: '{user}', PolicyArn: 'arn:aws:iam::aws:policy/AWSDenyAll' },
    },
  },
});
