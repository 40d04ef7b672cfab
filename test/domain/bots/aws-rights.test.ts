import { addedRights } from '#lib/domain/bots/added-rights.rules.ts';
import {
  awsRightsOf,
  missingRight,
  policyFor,
  rightText,
} from '#lib/domain/bots/aws-rights.rules.ts';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { nodeKinds } from '#lib/domain/bots/node-kinds.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { outsideCallsOf } from '#lib/domain/bots/outside-calls.rules.ts';
import { aQuestion, defaultSettings, draw } from '#test/support/drawing.ts';

const account = `int_${'0'.repeat(32)}`;
const other = `int_${'1'.repeat(32)}`;

const actionSettings = (
  action: string,
  parameters: Record<string, unknown> = {},
  id = account,
) => ({
  action,
  parameters,
  integration: { type: 'aws', id },
});

const rightsWith = (settings: Record<string, unknown>) =>
  awsRightsOf(draw('start -> act:rest_api_action -> end', { act: settings }), findReadyMadeAction);

const rightScopes = (settings: Record<string, unknown>) =>
  rightsWith(settings).map(({ where }) => where);

describe('the AWS rights of a bot', () => {
  it('are read from its nodes, each call once, sorted by name', () => {
    const graph = draw(
      `start -> look:rest_api_action -> stop:rest_api_action -> again:rest_api_action
       again -> block:rest_api_action -> ticket:rest_api_action -> end`,
      {
        look: actionSettings('aws.list_users'),
        stop: actionSettings('aws.stop_instances', { instances: ['i-1'], region: 'eu-west-1' }),
        again: actionSettings('aws.stop_instances', { instances: ['i-2'], region: 'eu-west-1' }),
        block: actionSettings('aws.block_public_access', { bucket: 'logs' }, other),
        ticket: { action: 'jira.create_issue', integration: { type: 'jira', id: other } },
      },
    );
    expect(awsRightsOf(graph, findReadyMadeAction)).toEqual([
      { integration_id: account, permission: 'ec2:StopInstances', where: 'eu-west-1' },
      { integration_id: account, permission: 'iam:ListUsers', where: 'global' },
      { integration_id: other, permission: 's3:PutBucketPublicAccessBlock', where: 'global' },
    ]);
  });

  it('include a Bedrock model that decides, in the region of its integration', () => {
    const judge = { ...aQuestion, integration: { type: 'bedrock', id: account } };
    const graph = draw('start -> judge:ai_condition -yes-> end', { judge });
    expect(awsRightsOf(graph, findReadyMadeAction)).toEqual(
      ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'].map((permission) => {
        return { integration_id: account, permission, where: 'default' };
      }),
    );
    expect(outsideCallsOf(graph, findReadyMadeAction)).toEqual([]);
  });

  it('or outside calls are listed for every node kind that names an integration', () => {
    const reference = { type: 'slack', id: account };
    const settings: Partial<Record<NodeKind, object>> = {
      ...defaultSettings,
      notification: { channel: 'slack', integration: reference, message: 'Done.' },
      http_request: { url: '/users', integration: reference },
    };
    const naming = nodeKinds.filter((kind) => 'integration' in nodeSettings[kind].shape);
    expect(naming.length).toBeGreaterThan(0);
    for (const kind of naming) {
      const nodes = [{ ...draw('start').nodes[0], type: kind, settings: settings[kind] ?? {} }];
      const graph = { nodes, edges: [] } as unknown as Graph;
      const rightsAndCalls = [
        ...awsRightsOf(graph, findReadyMadeAction),
        ...outsideCallsOf(graph, findReadyMadeAction),
      ];
      expect([kind, rightsAndCalls.length > 0]).toEqual([kind, true]);
    }
  });

  it('do not include disabled nodes or nodes without an integration', () => {
    const graph = draw('start -> act:rest_api_action -> end', {
      act: actionSettings('aws.list_users'),
    });
    const nodes = graph.nodes.map((node) => ({ ...node, disabled: true as const }));
    expect(awsRightsOf({ ...graph, nodes }, findReadyMadeAction)).toEqual([]);
    expect(rightsWith({ action: 'aws.list_users' })).toEqual([]);
  });

  it('name a fixed region, or any region if only the run computes it', () => {
    const stop = (region: unknown) =>
      actionSettings('aws.stop_instances', { instances: ['i-1'], region });
    expect(rightScopes(actionSettings('aws.stop_instances', { instances: ['i-1'] }))).toEqual([
      'default',
    ]);
    expect(rightScopes(stop('  '))).toEqual(['default']);
    expect(rightScopes(stop('us-west-2 '))).toEqual(['us-west-2']);
    expect(rightScopes(stop('{% $event.region %}'))).toEqual(['any']);
    expect(rightScopes(stop('eu-{% $event.part %}'))).toEqual(['any']);
  });

  it('include the additional permissions of a call', () => {
    const rights = rightsWith(actionSettings('aws.rotate_secret', { secret: 'db' }));
    expect(rights.map(({ permission }) => permission)).toEqual([
      'lambda:InvokeFunction',
      'secretsmanager:RotateSecret',
    ]);
  });
});

describe('the mails of a bot', () => {
  const ofMail = (settings: Record<string, unknown>) =>
    awsRightsOf(draw('start -> tell:notification -> end', { tell: settings }), findReadyMadeAction);
  const mail_server = { type: 'aws_ses', id: account };

  it('are AWS calls if SES in an account sends them', () => {
    const sends = [{ integration_id: account, permission: 'ses:SendEmail', where: 'default' }];
    expect(ofMail({ mail_server })).toEqual(sends);
    expect(ofMail({ channel: 'email', mail_server })).toEqual(sends);
  });

  it.each([
    ['another server sends them', { mail_server: { type: 'smtp', id: account } }],
    ['no server was chosen', { mail_server: { type: 'aws_ses' } }],
    ['they go to a chat', { channel: 'slack', mail_server }],
  ])('are no AWS calls if %s', (_, settings) => {
    expect(ofMail(settings)).toEqual([]);
  });
});

describe('a call that a run is about to make', () => {
  const [stop = { integration_id: '', permission: '', where: '' }] = rightsWith(
    actionSettings('aws.stop_instances', { instances: ['i-1'], region: 'eu-west-1' }),
  );
  const permissions = ['ec2:StopInstances'];
  const fixed = { integration_id: account, permissions, isDefault: false };
  const plannedCall = { ...fixed, region: 'eu-west-1' };

  it('is allowed with a published permission, region and account', () => {
    expect(missingRight([stop], plannedCall)).toBeUndefined();
    expect(missingRight([{ ...stop, where: 'any' }], plannedCall)).toBeUndefined();
    const defaultCall = { ...plannedCall, isDefault: true };
    expect(missingRight([stop], defaultCall)).toBeUndefined();
    expect(missingRight([{ ...stop, where: 'default' }], defaultCall)).toBeUndefined();
    expect(missingRight([{ ...stop, where: 'default' }], plannedCall)).toBe('ec2:StopInstances');
  });

  it.each([
    ['of another region', { ...plannedCall, region: 'us-west-2' }],
    [
      'of the region that the integration has now',
      { ...plannedCall, region: 'us-east-1', isDefault: true },
    ],
    ['of another account', { ...plannedCall, integration_id: other }],
    ['of another permission', { ...plannedCall, permissions: ['ec2:TerminateInstances'] }],
    ['that needs one more permission', { ...plannedCall, permissions: [...permissions, 'ec2:X'] }],
  ])('is refused if it is one %s', (_, call) => {
    expect(missingRight([stop], call)).toBe(call.permissions.at(-1));
    expect(missingRight([], call)).toBe(call.permissions[0]);
  });

  it('needs a new right if its action changed after publishing', () => {
    const changed = (id: string): Action | undefined => {
      const found = findReadyMadeAction(id);
      if (found?.executable_type !== 'aws') return found;
      return { ...found, call: { ...found.call, operation: 'TerminateInstances' } };
    };
    const graph = draw('start -> act:rest_api_action -> end', {
      act: actionSettings('aws.stop_instances', { instances: ['i-1'], region: 'eu-west-1' }),
    });
    const now = awsRightsOf(graph, changed);
    expect(addedRights(now, [stop])).toEqual([{ ...stop, permission: 'ec2:TerminateInstances' }]);
  });
});

describe('the texts for AWS rights', () => {
  const right = { integration_id: account, permission: 'ec2:StopInstances', where: 'eu-west-1' };

  it('name the call and the region', () => {
    expect(rightText(right)).toBe('ec2:StopInstances in eu-west-1');
    expect(rightText({ ...right, where: 'default' }, 'us-east-1')).toBe(
      'ec2:StopInstances in us-east-1',
    );
    expect(rightText({ ...right, where: 'any' })).toBe('ec2:StopInstances in any region');
    expect(rightText({ permission: 'iam:ListUsers', where: 'global' })).toBe('iam:ListUsers');
  });

  it('include a policy that allows the calls, region by region', () => {
    const list = { integration_id: account, permission: 'iam:ListUsers', where: 'global' };
    const defaultRight = { ...right, permission: 'ec2:StartInstances', where: 'default' };
    expect(policyFor([right, defaultRight, list], 'eu-west-1')).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['ec2:StopInstances', 'ec2:StartInstances'],
          Resource: '*',
          Condition: { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } },
        },
        { Effect: 'Allow', Action: ['iam:ListUsers'], Resource: '*' },
      ],
    });
  });
});
