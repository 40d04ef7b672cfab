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

const startOnEvents = (listener_id: string): RecordedCall => [
  'set_settings',
  { node: 'Start', settings: { trigger_type: 'event_driven', listener_id } },
];

const addNode = (
  kind: string,
  name: string,
  after: string,
  settings: Settings = {},
  way?: string,
) =>
  [
    'add_node',
    { kind, name, after, settings, ...(way !== undefined && { way }) },
  ] satisfies RecordedCall;

const addEnd = (name: string, after: string, way?: string): RecordedCall => [
  'add_node',
  { kind: 'end', name, after, ...(way !== undefined && { way }) },
];

const connectNodes = (from: string, to: string, way?: string): RecordedCall => [
  'connect',
  { from, to, ...(way !== undefined && { way }) },
];

const addApproval = (after: string, approver: string, way?: string) =>
  addNode('approval', 'Ask', after, { approvers: [approver], message: 'May it be done?' }, way);

const addAction = (action: string, integration: object, parameters: Settings, after = 'Ask') =>
  addNode(
    'rest_api_action',
    'Do it',
    after,
    { action, integration, parameters },
    after === 'Ask' ? 'approved' : undefined,
  );

const addMail = (name: string, after: string, to: string, message: string, way?: string) =>
  addNode('notification', name, after, { channel: 'email', to: [to], subject: name, message }, way);

const findListener = (name: string): RecordedCall => ['find_listeners', { name }];
const findIntegration = (type: string): RecordedCall => ['find_integrations', { type }];
const findAction = (name: string, integration_type: string): RecordedCall => [
  'find_actions',
  { name, integration_type },
];
const checkCalls: RecordedCall[] = [['check']];

/** Adds an end for both handles of an approval. */
const endCalls: RecordedCall[] = [addEnd('Done', 'Do it'), connectNodes('Ask', 'Done', 'rejected')];

const severity = (minimum: number) => ({
  expression: `{% $event.detail.severity >= ${minimum} %}`,
});
const instance = '{% $event.detail.resource.instanceDetails.instanceId %}';

/** A model's answers to each prompt; written by hand. */
export const recordings: Readonly<Record<string, Recording>> = {
  'stop-instance': [
    [findListener('GuardDuty'), findIntegration('aws'), findAction('stop instances', 'aws')],
    [
      ['describe_kind', { kind: 'start' }],
      ['describe_action', { action: 'aws.stop_instances' }],
    ],
    [
      startOnEvents(guardDuty),
      addNode('condition', 'Is it severe?', 'Start', severity(7)),
      addApproval('Is it severe?', 'ops@example.com', 'yes'),
      addAction('aws.stop_instances', aws, { instances: [instance] }),
    ],
    checkCalls,
    [...endCalls, connectNodes('Is it severe?', 'Done', 'no')],
    checkCalls,
    'A severe finding asks ops@example.com, and the instance is stopped once they approve.',
  ],
  quarantine: [
    [findListener('GuardDuty'), findIntegration('aws'), findAction('quarantine', 'aws')],
    [
      startOnEvents(guardDuty),
      addApproval('Start', 'security@example.com'),
      addAction('aws.quarantine_instance', aws, { instance, groups: ['sg-0123456789abcdef0'] }),
      ...endCalls,
    ],
    checkCalls,
    'The instance is quarantined after the approval.',
  ],
  'tell-slack': [
    [findListener('GuardDuty'), findIntegration('slack')],
    [
      startOnEvents(guardDuty),
      addNode('notification', 'Tell Slack', 'Start', {
        channel: 'slack',
        integration: slack,
        message: 'GuardDuty: {% $event.detail.type %}',
      }),
      addEnd('Done', 'Tell Slack'),
    ],
    checkCalls,
    'Every finding is posted.',
  ],
  'public-buckets': [
    [['describe_kind', { kind: 'steampipe_query' }]],
    [
      ['set_settings', { node: 'Start', settings: { trigger_type: 'scheduled' } }],
      addNode('steampipe_query', 'Public buckets', 'Start', {
        sql: 'select name from aws_s3_bucket where bucket_policy_is_public',
      }),
      addMail(
        'Report',
        'Public buckets',
        'sec@example.com',
        "{% $join([$nodes.`Public buckets`.rows.name], ', ') %}",
      ),
      addEnd('Done', 'Report'),
    ],
    checkCalls,
    'Choose the time when you enable it.',
  ],
  'suspend-user': [
    [findListener('okta'), findIntegration('okta'), findAction('suspend', 'okta')],
    [
      startOnEvents(okta),
      addNode('condition', 'Is it suspicious?', 'Start', {
        expression: "{% $contains($event.eventType, 'suspicious') %}",
      }),
      addApproval('Is it suspicious?', 'it@example.com', 'yes'),
      addAction('okta.suspend_user', oktaAccount, { user: '{% $event.actor.alternateId %}' }),
      ...endCalls,
      connectNodes('Is it suspicious?', 'Done', 'no'),
    ],
    checkCalls,
    'A suspicious sign-in asks it@example.com.',
  ],
  offboarding: [
    [findIntegration('okta'), findAction('deactivate user', 'okta')],
    [
      addNode('user_input', 'Who leaves?', 'Start', {
        inputs: [{ id: 'email', label: 'E-mail address', required: true }],
      }),
      addApproval('Who leaves?', 'hr@example.com', 'next'),
      addAction('okta.deactivate_user', oktaAccount, {
        user: '{% $nodes.`Who leaves?`.values.email %}',
      }),
      ...endCalls,
      connectNodes('Who leaves?', 'Done', 'expired'),
    ],
    checkCalls,
    'The user is deactivated after the approval.',
  ],
  ticket: [
    [findListener('GuardDuty'), findIntegration('jira'), findAction('create issue', 'jira')],
    [
      startOnEvents(guardDuty),
      addNode('condition', 'Is it severe?', 'Start', severity(4)),
      addApproval('Is it severe?', 'secops@example.com', 'yes'),
      addAction('jira.create_issue', jira, {
        project: 'SEC',
        summary: '{% $event.detail.type %}',
        description: '{% $event.detail.type %} in {% $event.detail.region %}',
      }),
      ...endCalls,
      connectNodes('Is it severe?', 'Done', 'no'),
    ],
    checkCalls,
    'The issue is opened after the approval.',
  ],
  'each-volume': [
    [findIntegration('aws'), findAction('delete volume', 'aws')],
    [
      addNode('steampipe_query', 'Free volumes', 'Start', {
        sql: "select volume_id as id, region from aws_ebs_volume where state = 'available'",
      }),
      addNode('approval', 'Ask', 'Free volumes', {
        approvers: ['ops@example.com'],
        message: 'Delete these volumes?',
        resources: "{% [$nodes.`Free volumes`.rows.{'id': id, 'name': id, 'region': region}] %}",
      }),
      addNode(
        'loop',
        'Each volume',
        'Ask',
        { items_to_iterate: '{% $nodes.Ask.resources %}' },
        'approved',
      ),
      addNode('rest_api_action', 'Delete it', 'Each volume', {
        action: 'aws.delete_volume',
        integration: aws,
        parameters: { volume: '{% $loop.item.id %}', region: '{% $loop.item.region %}' },
      }),
      addEnd('Done', 'Loop end'),
      connectNodes('Ask', 'Done', 'rejected'),
    ],
    checkCalls,
    'Each approved volume is deleted.',
  ],
  'two-at-once': [
    [findListener('GuardDuty'), findIntegration('slack')],
    [
      startOnEvents(guardDuty),
      ['add_node', { kind: 'parallel', name: 'Both', after: 'Start' }],
      addMail('Mail', 'Both', 'sec@example.com', '{% $event.detail.type %}'),
      addNode('notification', 'Post', 'Both', {
        channel: 'slack',
        integration: slack,
        message: '{% $event.detail.type %}',
      }),
      addEnd('Done', 'Merge'),
    ],
    checkCalls,
    'Both are told at once.',
  ],
  wait: [
    [findListener('CloudTrail'), ['describe_kind', { kind: 'delay' }]],
    [
      startOnEvents(cloudTrail),
      addNode('delay', 'Wait', 'Start', { seconds: 600 }),
      addMail('Tell', 'Wait', 'ops@example.com', '{% $event.detail.eventName %}'),
      addEnd('Done', 'Tell'),
    ],
    checkCalls,
    'It waits ten minutes.',
  ],
  'web-api': [
    [
      addNode('http_request', 'Read status', 'Start', { url: 'https://status.example.com/api' }),
      addNode('condition', 'Is it ok?', 'Read status', {
        expression: "{% $nodes.`Read status`.body.status = 'ok' %}",
      }),
      addMail('Tell', 'Is it ok?', 'ops@example.com', 'The status is not ok.', 'no'),
      addEnd('Done', 'Tell'),
      connectNodes('Is it ok?', 'Done', 'yes'),
    ],
    checkCalls,
    'Run it when you want to.',
  ],
  judge: [
    [findListener('CloudTrail'), findIntegration('openai')],
    [
      startOnEvents(cloudTrail),
      addNode('ai_condition', 'Is it suspicious?', 'Start', {
        integration: model,
        question: 'Is this change suspicious?',
        data: '{% $event.detail %}',
      }),
      addMail(
        'Tell',
        'Is it suspicious?',
        'sec@example.com',
        '{% $event.detail.eventName %}',
        'yes',
      ),
      connectNodes('Is it suspicious?', 'Tell', 'unsure'),
      addEnd('Done', 'Tell'),
      connectNodes('Is it suspicious?', 'Done', 'no'),
    ],
    checkCalls,
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
      startOnEvents(guardDuty),
      addNode('ai_agent', 'Find out', 'Start', {
        integration: model,
        task: 'Find out which instances are affected.',
        data: '{% $event.detail %}',
        agent_toolkit: [{ action: 'aws.describe_instances', integration: aws }],
      }),
      addMail('Tell', 'Find out', 'sec@example.com', '{% $nodes.`Find out`.response %}'),
      addEnd('Done', 'Tell'),
    ],
    checkCalls,
    'The agent reads only.',
  ],
  'old-keys': [
    [findIntegration('aws'), findAction('deactivate access key', 'aws')],
    [
      addNode('user_input', 'Which key?', 'Start', {
        inputs: [
          { id: 'user', label: 'User', required: true },
          { id: 'key', label: 'Access key', required: true },
        ],
      }),
      addApproval('Which key?', 'security@example.com', 'next'),
      addAction('aws.deactivate_access_key', aws, {
        user: '{% $nodes.`Which key?`.values.user %}',
        access_key: '{% $nodes.`Which key?`.values.key %}',
      }),
      ...endCalls,
      connectNodes('Which key?', 'Done', 'expired'),
    ],
    checkCalls,
    'The key is deactivated after the approval.',
  ],
  sum: [
    [['describe_kind', { kind: 'python_code' }]],
    [
      addNode('steampipe_query', 'Instances', 'Start', {
        sql: 'select instance_type from aws_ec2_instance',
      }),
      addNode('python_code', 'Count', 'Instances', {
        code: 'from collections import Counter\nresult = Counter(inputs["types"])',
        inputs: "{% {'types': [$nodes.Instances.rows.instance_type]} %}",
      }),
      addMail('Report', 'Count', 'ops@example.com', '{% $string($nodes.Count.result) %}'),
      addEnd('Done', 'Report'),
    ],
    checkCalls,
    'Run it when you want to.',
  ],
  'finding-bucket': [
    [findIntegration('aws'), findAction('block public access', 'aws')],
    [
      ['set_settings', { node: 'Start', settings: { trigger_type: 'compliance_finding' } }],
      addApproval('Start', 'cloud@example.com'),
      addAction('aws.block_public_access', aws, { bucket: 'bucket-1' }),
      ...endCalls,
    ],
    checkCalls,
    'It starts at every new finding: narrow it to a rule, if you like.',
  ],
  'add-approval': [
    [addApproval('Start', 'ops@example.com')],
    checkCalls,
    [connectNodes('Ask', 'Reboot it', 'approved'), connectNodes('Ask', 'End', 'rejected')],
    checkCalls,
    'The reboot is approved first.',
  ],
  rejected: [
    [
      addApproval('Start', 'ops@example.com'),
      addMail('Tell', 'Ask', 'boss@example.com', 'The reboot was rejected.', 'rejected'),
      connectNodes('Tell', 'End'),
    ],
    checkCalls,
    'A rejection is mailed.',
  ],
  retry: [
    [
      addNode('http_request', 'Read status', 'Start', { url: 'https://status.example.com/api' }),
      [
        'set_settings',
        { node: 'Read status', policy: { retries: 3, on_error: 'branch' } },
      ] satisfies RecordedCall,
      addMail('Tell', 'Read status', 'ops@example.com', 'It cannot be read.', 'error'),
      addEnd('Done', 'Tell'),
      connectNodes('Read status', 'Done', 'next'),
    ],
    checkCalls,
    'It is tried four times.',
  ],
  'no-bot': ['I draw bots. Tell me what yours is to do.'],
};
