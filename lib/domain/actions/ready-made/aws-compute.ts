import {
  list,
  number,
  oneOf,
  optional,
  readyMadeAws,
  region,
  text,
  withDefault,
} from '../ready-made.schema.ts';

const instances = list('instances', 'Instances', 'Instance IDs, for example i-0a1b2c3d4e5f.');
const instance = text('instance', 'Instance', 'Its id, such as i-0a1b2c3d4e5f.');
const ec2 = { service: 'ec2', region: '{region}' } as const;

const states = ['pending', 'running', 'stopping', 'stopped', 'shutting-down', 'terminated'];

export const awsComputeActions = readyMadeAws('aws', {
  describe_instances: {
    name: 'List EC2 instances',
    description: 'Lists all instances of a region, or only the given ones.',
    parameters: [
      optional(instances),
      optional(list('states', 'States', 'Only instances in these states, such as running.')),
      region,
    ],
    call: {
      ...ec2,
      operation: 'DescribeInstances',
      parameters: {
        InstanceIds: '{instances}',
        Filters: [{ $if: '{states}', Name: 'instance-state-name', Values: '{states}' }],
      },
      result: '/Reservations',
    },
  },
  wait_for_instance: {
    name: 'Wait for the state of an EC2 instance',
    description: 'Checks every five seconds, later less often, until an instance has the state.',
    parameters: [instance, oneOf(states, text('state', 'State', 'The state to wait for.')), region],
    call: {
      ...ec2,
      operation: 'DescribeInstances',
      parameters: { InstanceIds: ['{instance}'] },
      until: { at: '/Reservations/0/Instances/0/State/Name', is: '{state}', every_seconds: 5 },
      result: '/Reservations/0/Instances/0',
    },
  },
  start_instances: {
    name: 'Start EC2 instances',
    description: 'Starts instances that are stopped.',
    parameters: [instances, region],
    call: {
      ...ec2,
      operation: 'StartInstances',
      parameters: { InstanceIds: '{instances}' },
      // For volumes encrypted with a customer-managed key.
      also: ['kms:CreateGrant'],
      result: '/StartingInstances',
    },
  },
  stop_instances: {
    name: 'Stop EC2 instances',
    description: 'Stops instances; the data on their EBS volumes is kept.',
    needsApproval: true,
    parameters: [instances, region],
    call: {
      ...ec2,
      operation: 'StopInstances',
      parameters: { InstanceIds: '{instances}' },
      result: '/StoppingInstances',
    },
  },
  reboot_instances: {
    name: 'Restart EC2 instances',
    description: 'Restarts instances; the data on their volumes is kept.',
    needsApproval: true,
    parameters: [instances, region],
    call: { ...ec2, operation: 'RebootInstances', parameters: { InstanceIds: '{instances}' } },
  },
  terminate_instances: {
    name: 'Terminate EC2 instances',
    description: 'Terminates instances for good, with volumes that are deleted on termination.',
    needsApproval: true,
    parameters: [instances, region],
    call: {
      ...ec2,
      operation: 'TerminateInstances',
      parameters: { InstanceIds: '{instances}' },
      result: '/TerminatingInstances',
    },
  },
  quarantine_instance: {
    name: 'Quarantine an EC2 instance',
    description: 'Replaces all security groups of an instance with groups that allow no traffic.',
    needsApproval: true,
    parameters: [
      instance,
      list('groups', 'Security groups', 'IDs, for example sg-0a1b2c3d. They replace all others.'),
      region,
    ],
    call: {
      ...ec2,
      operation: 'ModifyInstanceAttribute',
      parameters: { InstanceId: '{instance}', Groups: '{groups}' },
    },
  },
  require_imdsv2: {
    name: 'Require IMDSv2 on an EC2 instance',
    description: 'Makes the metadata service of an instance require a session token.',
    parameters: [instance, region],
    call: {
      ...ec2,
      operation: 'ModifyInstanceMetadataOptions',
      parameters: { InstanceId: '{instance}', HttpTokens: 'required' },
    },
  },
  scale_group: {
    name: 'Set the size of an Auto Scaling group',
    description: 'Sets the desired capacity of an Auto Scaling group.',
    needsApproval: true,
    parameters: [
      text('group', 'Group', 'The name of the Auto Scaling group.'),
      number('size', 'Instances', 'The desired capacity of the group.'),
      region,
    ],
    call: {
      service: 'autoscaling',
      region: '{region}',
      operation: 'SetDesiredCapacity',
      parameters: { AutoScalingGroupName: '{group}', DesiredCapacity: '{size}' },
    },
  },
  stop_ecs_task: {
    name: 'Stop an ECS task',
    description: 'Stops a task of an ECS cluster.',
    needsApproval: true,
    parameters: [
      text('cluster', 'Cluster', 'Its name or ARN.'),
      text('task', 'Task', 'Its id or ARN.'),
      withDefault(
        'Stopped by a bot',
        text('reason', 'Reason', 'ECS shows it with the stopped task.'),
      ),
      region,
    ],
    call: {
      service: 'ecs',
      region: '{region}',
      operation: 'StopTask',
      parameters: { cluster: '{cluster}', task: '{task}', reason: '{reason}' },
      // Only the ARN: the task also contains the environment variables of its container.
      result: '/task/taskArn',
    },
  },
  invoke_function: {
    name: 'Invoke a Lambda function',
    description: 'Invokes a Lambda function and waits for its response.',
    parameters: [
      text('function', 'Function', 'Its name or ARN.'),
      withDefault('{}', text('payload', 'Payload', 'The input of the function, as JSON.')),
      region,
    ],
    call: {
      service: 'lambda',
      region: '{region}',
      operation: 'Invoke',
      parameters: { FunctionName: '{function}', Payload: '{payload}' },
      // A function that throws also returns status 200.
      expects: { at: '/FunctionError', is: null, why: '/Payload' },
    },
  },
});
