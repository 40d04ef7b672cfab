/** A tool call by a model. */
export type RecordedCall = [tool: string, args?: Record<string, unknown>];

/** A model's answers, step by step: tool calls, and words at the end. */
export type Recording = (RecordedCall[] | string)[];

/** The parts of the model's answer number `at`. */
export const partsOf = (step: readonly RecordedCall[] | string, at: number) =>
  typeof step === 'string'
    ? [{ type: 'text' as const, text: step }]
    : step.map(([tool_name, args = {}], call) => ({
        type: 'tool_call' as const,
        tool_call_id: `call-${at}-${call}`,
        tool_name,
        args,
      }));

type Settings = Record<string, unknown>;

const guardDuty = `lst_${'1'.repeat(32)}`;
const okta = `lst_${'2'.repeat(32)}`;
const cloudTrail = `lst_${'3'.repeat(32)}`;

const account = (type: string, digit: string) => ({ type, id: `int_${digit.repeat(32)}` });
const aws = account('aws', 'a');
const slack = account('slack', 'b');
const jira = account('jira', 'c');
const oktaAccount = account('okta', 'd');
const model = account('openai', 'e');

const onEvent = (listener_id: string): RecordedCall => [
  'set_settings',
  { node: 'Start', settings: { trigger_type: 'event_driven', listener_id } },
];

const add = (kind: string, name: string, after: string, settings: Settings = {}, way?: string) =>
  [
    'add_node',
    { kind, name, after, settings, ...(way !== undefined && { way }) },
  ] satisfies RecordedCall;

const end = (name: string, after: string, way?: string): RecordedCall => [
  'add_node',
  { kind: 'end', name, after, ...(way !== undefined && { way }) },
];

const arrow = (from: string, to: string, way?: string): RecordedCall => [
  'connect',
  { from, to, ...(way !== undefined && { way }) },
];

const ask = (after: string, approver: string, way?: string) =>
  add('approval', 'Ask', after, { approvers: [approver], message: 'May it be done?' }, way);

const act = (action: string, integration: object, parameters: Settings, after = 'Ask') =>
  add(
    'rest_api_action',
    'Do it',
    after,
    { action, integration, parameters },
    after === 'Ask' ? 'approved' : undefined,
  );

const mail = (name: string, after: string, to: string, message: string, way?: string) =>
  add('notification', name, after, { channel: 'email', to: [to], subject: name, message }, way);

const findListener = (name: string): RecordedCall => ['find_listeners', { name }];
const findIntegration = (type: string): RecordedCall => ['find_integrations', { type }];
const findAction = (name: string, integration_type: string): RecordedCall => [
  'find_actions',
  { name, integration_type },
];
const checked: RecordedCall[] = [['check']];

/** Adds an end for both handles of an approval. */
const ends: RecordedCall[] = [end('Done', 'Do it'), arrow('Ask', 'Done', 'rejected')];

const severity = (least: number) => ({ expression: `{% $event.detail.severity >= ${least} %}` });
const instance = '{% $event.detail.resource.instanceDetails.instanceId %}';

/** A model's answers to each prompt; written by hand. */
export const recordings: Readonly<Record<string, Recording>> = {
  'stop-instance': [
    [findListener('GuardDuty'), findIntegration('aws'), findAction('stop instances', 'aws')],
    [['describe_kind', { kind: 'start' }], ['describe_action', { action: 'aws.stop_instances' }]],
    [
      onEvent(guardDuty),
      add('condition', 'Is it severe?', 'Start', severity(7)),
      ask('Is it severe?', 'ops@example.com', 'yes'),
      act('aws.stop_instances', aws, { instances: [instance] }),
    ],
    checked,
    [...ends, arrow('Is it severe?', 'Done', 'no')],
    checked,
    'A severe finding asks ops@example.com, and the instance is stopped once they approve.',
  ],
  quarantine: [
    [findListener('GuardDuty'), findIntegration('aws'), findAction('quarantine', 'aws')],
    [
      onEvent(guardDuty),
      ask('Start', 'security@example.com'),
      act('aws.quarantine_instance', aws, { instance, groups: ['sg-0123456789abcdef0'] }),
      ...ends,
    ],
    checked,
    'The instance is quarantined after the approval.',
  ],
  'tell-slack': [
    [findListener('GuardDuty'), findIntegration('slack')],
    [
      onEvent(guardDuty),
      add('notification', 'Tell Slack', 'Start', {
        channel: 'slack',
        integration: slack,
        message: 'GuardDuty: {% $event.detail.type %}',
      }),
      end('Done', 'Tell Slack'),
    ],
    checked,
    'Every finding is posted.',
  ],
  'public-buckets': [
    [['describe_kind', { kind: 'steampipe_query' }]],
    [
      ['set_settings', { node: 'Start', settings: { trigger_type: 'scheduled' } }],
      add('steampipe_query', 'Public buckets', 'Start', {
        sql: 'select name from aws_s3_bucket where bucket_policy_is_public',
      }),
      mail(
        'Report',
        'Public buckets',
        'sec@example.com',
        "{% $join([$nodes.`Public buckets`.rows.name], ', ') %}",
      ),
      end('Done', 'Report'),
    ],
    checked,
    'Choose the time when you enable it.',
  ],
  'suspend-user': [
    [findListener('okta'), findIntegration('okta'), findAction('suspend', 'okta')],
    [
      onEvent(okta),
      add('condition', 'Is it suspicious?', 'Start', {
        expression: "{% $contains($event.eventType, 'suspicious') %}",
      }),
      ask('Is it suspicious?', 'it@example.com', 'yes'),
      act('okta.suspend_user', oktaAccount, { user: '{% $event.actor.alternateId %}' }),
      ...ends,
      arrow('Is it suspicious?', 'Done', 'no'),
    ],
    checked,
    'A suspicious sign-in asks it@example.com.',
  ],
  offboarding: [
    [findIntegration('okta'), findAction('deactivate user', 'okta')],
    [
      add('user_input', 'Who leaves?', 'Start', {
        inputs: [{ id: 'email', label: 'E-mail address', required: true }],
      }),
      ask('Who leaves?', 'hr@example.com', 'next'),
      act('okta.deactivate_user', oktaAccount, {
        user: '{% $nodes.`Who leaves?`.values.email %}',
      }),
      ...ends,
      arrow('Who leaves?', 'Done', 'expired'),
    ],
    checked,
    'The user is deactivated after the approval.',
  ],
  ticket: [
    [findListener('GuardDuty'), findIntegration('jira'), findAction('create issue', 'jira')],
    [
      onEvent(guardDuty),
      add('condition', 'Is it severe?', 'Start', severity(4)),
      ask('Is it severe?', 'secops@example.com', 'yes'),
      act('jira.create_issue', jira, {
        project: 'SEC',
        summary: '{% $event.detail.type %}',
        description: '{% $event.detail.type %} in {% $event.detail.region %}',
      }),
      ...ends,
      arrow('Is it severe?', 'Done', 'no'),
    ],
    checked,
    'The issue is opened after the approval.',
  ],
  'each-volume': [
    [findIntegration('aws'), findAction('delete volume', 'aws')],
    [
      add('steampipe_query', 'Free volumes', 'Start', {
        sql: "select volume_id as id, region from aws_ebs_volume where state = 'available'",
      }),
      add('approval', 'Ask', 'Free volumes', {
        approvers: ['ops@example.com'],
        message: 'Delete these volumes?',
        resources: "{% [$nodes.`Free volumes`.rows.{'id': id, 'name': id, 'region': region}] %}",
      }),
      add('loop', 'Each volume', 'Ask', { items_to_iterate: '{% $nodes.Ask.resources %}' }, 'approved'),
      add('rest_api_action', 'Delete it', 'Each volume', {
        action: 'aws.delete_volume',
        integration: aws,
        parameters: { volume: '{% $loop.item.id %}', region: '{% $loop.item.region %}' },
      }),
      end('Done', 'Loop end'),
      arrow('Ask', 'Done', 'rejected'),
    ],
    checked,
    'Each approved volume is deleted.',
  ],
  'two-at-once': [
    [findListener('GuardDuty'), findIntegration('slack')],
    [
      onEvent(guardDuty),
      ['add_node', { kind: 'parallel', name: 'Both', after: 'Start' }],
      mail('Mail', 'Both', 'sec@example.com', '{% $event.detail.type %}'),
      add('notification', 'Post', 'Both', {
        channel: 'slack',
        integration: slack,
        message: '{% $event.detail.type %}',
      }),
      end('Done', 'Merge'),
    ],
    checked,
    'Both are told at once.',
  ],
  wait: [
    [findListener('CloudTrail'), ['describe_kind', { kind: 'delay' }]],
    [
      onEvent(cloudTrail),
      add('delay', 'Wait', 'Start', { seconds: 600 }),
      mail('Tell', 'Wait', 'ops@example.com', '{% $event.detail.eventName %}'),
      end('Done', 'Tell'),
    ],
    checked,
    'It waits ten minutes.',
  ],
  'web-api': [
    [
      add('http_request', 'Read status', 'Start', { url: 'https://status.example.com/api' }),
      add('condition', 'Is it ok?', 'Read status', {
        expression: "{% $nodes.`Read status`.body.status = 'ok' %}",
      }),
      mail('Tell', 'Is it ok?', 'ops@example.com', 'The status is not ok.', 'no'),
      end('Done', 'Tell'),
      arrow('Is it ok?', 'Done', 'yes'),
    ],
    checked,
    'Run it when you want to.',
  ],
  judge: [
    [findListener('CloudTrail'), findIntegration('openai')],
    [
      onEvent(cloudTrail),
      add('ai_condition', 'Is it suspicious?', 'Start', {
        integration: model,
        question: 'Is this change suspicious?',
        data: '{% $event.detail %}',
      }),
      mail('Tell', 'Is it suspicious?', 'sec@example.com', '{% $event.detail.eventName %}', 'yes'),
      arrow('Is it suspicious?', 'Tell', 'unsure'),
      end('Done', 'Tell'),
      arrow('Is it suspicious?', 'Done', 'no'),
    ],
    checked,
    'The model judges each change.',
  ],
  agent: [
    [
      findListener('GuardDuty'),
      findIntegration('openai'),
      findIntegration('aws'),
      findAction('describe instances', 'aws'),
    ],
    [
      onEvent(guardDuty),
      add('ai_agent', 'Find out', 'Start', {
        integration: model,
        task: 'Find out which instances are affected.',
        data: '{% $event.detail %}',
        agent_toolkit: [{ action: 'aws.describe_instances', integration: aws }],
      }),
      mail('Tell', 'Find out', 'sec@example.com', '{% $nodes.`Find out`.response %}'),
      end('Done', 'Tell'),
    ],
    checked,
    'The agent reads only.',
  ],
  'old-keys': [
    [findIntegration('aws'), findAction('deactivate access key', 'aws')],
    [
      add('user_input', 'Which key?', 'Start', {
        inputs: [
          { id: 'user', label: 'User', required: true },
          { id: 'key', label: 'Access key', required: true },
        ],
      }),
      ask('Which key?', 'security@example.com', 'next'),
      act('aws.deactivate_access_key', aws, {
        user: '{% $nodes.`Which key?`.values.user %}',
        access_key: '{% $nodes.`Which key?`.values.key %}',
      }),
      ...ends,
      arrow('Which key?', 'Done', 'expired'),
    ],
    checked,
    'The key is deactivated after the approval.',
  ],
  sum: [
    [['describe_kind', { kind: 'python_code' }]],
    [
      add('steampipe_query', 'Instances', 'Start', {
        sql: 'select instance_type from aws_ec2_instance',
      }),
      add('python_code', 'Count', 'Instances', {
        code: 'from collections import Counter\nresult = Counter(inputs["types"])',
        inputs: "{% {'types': [$nodes.Instances.rows.instance_type]} %}",
      }),
      mail('Report', 'Count', 'ops@example.com', '{% $string($nodes.Count.result) %}'),
      end('Done', 'Report'),
    ],
    checked,
    'Run it when you want to.',
  ],
  'finding-bucket': [
    [findIntegration('aws'), findAction('block public access', 'aws')],
    [
      ['set_settings', { node: 'Start', settings: { trigger_type: 'compliance_finding' } }],
      ask('Start', 'cloud@example.com'),
      act('aws.block_public_access', aws, { bucket: 'bucket-1' }),
      ...ends,
    ],
    checked,
    'It starts at every new finding: narrow it to a rule, if you like.',
  ],
  'add-approval': [
    [ask('Start', 'ops@example.com')],
    checked,
    [arrow('Ask', 'Reboot it', 'approved'), arrow('Ask', 'End', 'rejected')],
    checked,
    'The reboot is approved first.',
  ],
  rejected: [
    [
      ask('Start', 'ops@example.com'),
      mail('Tell', 'Ask', 'boss@example.com', 'The reboot was rejected.', 'rejected'),
      arrow('Tell', 'End'),
    ],
    checked,
    'A rejection is mailed.',
  ],
  retry: [
    [
      add('http_request', 'Read status', 'Start', { url: 'https://status.example.com/api' }),
      [
        'set_settings',
        { node: 'Read status', policy: { retries: 3, on_error: 'branch' } },
      ] satisfies RecordedCall,
      mail('Tell', 'Read status', 'ops@example.com', 'It cannot be read.', 'error'),
      end('Done', 'Tell'),
      arrow('Read status', 'Done', 'next'),
    ],
    checked,
    'It is tried four times.',
  ],
  'no-bot': ['I draw bots. Tell me what yours is to do.'],
};
