import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';

/** A request to the bot builder, and what the graph must be like afterwards. */
export type Prompt = {
  id: string;
  text: string;
  /** The draft that it starts from; blank if absent. */
  draft?: Graph;
  /** Node kinds that the graph must contain. */
  kinds: readonly NodeKind[];
  /** Settings that its start node must have. */
  start?: Readonly<Record<string, unknown>>;
  /** An action that it must run. */
  action?: string;
  /** The request is not for a bot: nothing must be drawn. */
  expectUnchanged?: true;
};

const eventTrigger = { trigger_type: 'event_driven' };

/** A bot that restarts an instance without approval. */
const unapprovedReboot: Graph = {
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: { x: 0, y: 0 }, settings: {} },
    {
      id: 'reboot',
      type: 'rest_api_action',
      name: 'Reboot it',
      position: { x: 0, y: 144 },
      settings: {
        action: 'aws.reboot_instances',
        integration: { type: 'aws', id: `int_${'a'.repeat(32)}` },
        parameters: { instances: '{% [$event.instance] %}' },
      },
    },
    { id: 'end', type: 'end', name: 'End', position: { x: 0, y: 288 }, settings: {} },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'reboot' },
    { id: 'e2', source: 'reboot', target: 'end' },
  ],
};

export const prompts: readonly Prompt[] = [
  {
    id: 'stop-instance',
    text:
      'When GuardDuty reports a finding with a severity of 7 or more, ask ops@example.com, ' +
      'and after the approval stop the instance in Production.',
    kinds: ['condition', 'approval', 'rest_api_action'],
    start: eventTrigger,
    action: 'aws.stop_instances',
  },
  {
    id: 'quarantine',
    text:
      'Quarantine the EC2 instance of a GuardDuty finding with the security group ' +
      'sg-0123456789abcdef0, but only once security@example.com approves.',
    kinds: ['approval', 'rest_api_action'],
    start: eventTrigger,
    action: 'aws.quarantine_instance',
  },
  {
    id: 'tell-slack',
    text: 'Post every GuardDuty finding to the company Slack.',
    kinds: ['notification'],
    start: eventTrigger,
  },
  {
    id: 'public-buckets',
    text:
      'Every morning, mail sec@example.com the names of the S3 buckets whose policy is ' +
      'public, from the inventory of the last scan.',
    kinds: ['steampipe_query', 'notification'],
    start: { trigger_type: 'scheduled' },
  },
  {
    id: 'suspend-user',
    text:
      'If Okta reports a suspicious sign-in, ask it@example.com, and suspend the user in ' +
      'Okta after the approval.',
    kinds: ['approval', 'rest_api_action'],
    start: eventTrigger,
    action: 'okta.suspend_user',
  },
  {
    id: 'offboarding',
    text:
      'A person enters the e-mail address of somebody who leaves. After hr@example.com ' +
      'approves, deactivate that user in Okta.',
    kinds: ['user_input', 'approval', 'rest_api_action'],
    action: 'okta.deactivate_user',
  },
  {
    id: 'ticket',
    text:
      'Open a Jira issue in the project SEC for each GuardDuty finding of severity 4 and ' +
      'more. secops@example.com approves it first.',
    kinds: ['condition', 'approval', 'rest_api_action'],
    start: eventTrigger,
    action: 'jira.create_issue',
  },
  {
    id: 'each-volume',
    text:
      'Find EBS volumes that are not attached in the last scan. Ask ops@example.com, and ' +
      'delete each of them after the approval.',
    kinds: ['steampipe_query', 'approval', 'loop', 'rest_api_action'],
    action: 'aws.delete_volume',
  },
  {
    id: 'two-at-once',
    text:
      'For a GuardDuty finding, at the same time mail sec@example.com and post to the ' +
      'company Slack.',
    kinds: ['parallel', 'merge', 'notification'],
    start: eventTrigger,
  },
  {
    id: 'wait',
    text: 'When CloudTrail reports a change, wait ten minutes and then mail ops@example.com.',
    kinds: ['delay', 'notification'],
    start: eventTrigger,
  },
  {
    id: 'web-api',
    text:
      'On demand, read https://status.example.com/api and mail ops@example.com if its ' +
      'field "status" is not "ok".',
    kinds: ['http_request', 'condition', 'notification'],
  },
  {
    id: 'judge',
    text:
      'Let the model of the integration Models judge whether a CloudTrail change is ' +
      'suspicious, and mail sec@example.com if it is or if it is not sure.',
    kinds: ['ai_condition', 'notification'],
    start: eventTrigger,
  },
  {
    id: 'agent',
    text:
      'For a GuardDuty finding, have an AI agent with the model of the integration Models ' +
      'find out which instances are affected, with the tool that describes EC2 instances ' +
      'in Production, and mail its answer to sec@example.com.',
    kinds: ['ai_agent', 'notification'],
    start: eventTrigger,
  },
  {
    id: 'old-keys',
    text:
      'A person enters the name of an IAM user and the id of an access key. Deactivate ' +
      'that key in Production after security@example.com approves.',
    kinds: ['user_input', 'approval', 'rest_api_action'],
    action: 'aws.deactivate_access_key',
  },
  {
    id: 'sum',
    text:
      'On demand, query the last scan for EC2 instances, count them by instance type with ' +
      'Python, and mail the result to ops@example.com.',
    kinds: ['steampipe_query', 'python_code', 'notification'],
  },
  {
    id: 'finding-bucket',
    text:
      'When a compliance scan finds something new, ask cloud@example.com, and block the ' +
      'public access of the bucket bucket-1 in Production after the approval.',
    kinds: ['approval', 'rest_api_action'],
    start: { trigger_type: 'compliance_finding' },
    action: 'aws.block_public_access',
  },
  {
    id: 'add-approval',
    text: 'Nobody is asked before the reboot. Put an approval of ops@example.com before it.',
    draft: unapprovedReboot,
    kinds: ['approval', 'rest_api_action'],
    action: 'aws.reboot_instances',
  },
  {
    id: 'rejected',
    text: 'Ask ops@example.com before the reboot, and mail boss@example.com if they reject it.',
    draft: unapprovedReboot,
    kinds: ['approval', 'rest_api_action', 'notification'],
    action: 'aws.reboot_instances',
  },
  {
    id: 'retry',
    text:
      'On demand, read https://status.example.com/api with three retries, and mail ' +
      'ops@example.com if it fails in the end.',
    kinds: ['http_request', 'notification'],
  },
  {
    id: 'no-bot',
    text: 'Write a poem about the sea.',
    kinds: [],
    expectUnchanged: true,
  },
];
