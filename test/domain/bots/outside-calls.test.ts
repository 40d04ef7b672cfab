import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { newBot } from '#lib/domain/bots/bot.schema.ts';
import {
  addedCalls,
  outsideCallsOf,
  outsideCallText,
} from '#lib/domain/bots/outside-calls.rules.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openScene } from '../scene.ts';

const world = openTestDatabase();

const id = `int_${'0'.repeat(32)}`;
const other = `int_${'1'.repeat(32)}`;

const outsideCallsWith = (kind: string, settings: object, find = findReadyMadeAction) =>
  outsideCallsOf(draw(`start -> act:${kind} -> end`, { act: { ...settings } }), find);

const code: Action = {
  _id: 'act_own',
  integration_type: 'jira',
  name: 'Own',
  description: '',
  approval_required: false,
  parameters_definition: [],
  executable_type: 'python',
  call: {
    code: 'result = 1',
    clients: [
      { name: 'jira', integration_type: 'jira', read_only: true },
      { name: 'slack', integration_type: 'slack', read_only: false },
    ],
  },
};

describe('the outside calls of a graph', () => {
  const jira = { type: 'jira', id };

  it.each([
    ['https://API.example.com/v1?x=1', {}, { method: 'GET', host: 'api.example.com' }],
    ['https://api.example.com:8443/{% $event.id %}', {}, { host: 'api.example.com:8443' }],
    ['https://u:p@api.example.com', {}, { host: 'api.example.com' }],
    ['https://{% $event.host %}.example.com/', {}, { host: 'any' }],
    ['{% $event.url %}', { method: 'DELETE' }, { method: 'DELETE', host: 'any' }],
    ['/rest', { integration: jira }, { integration_id: id, host: 'default' }],
    ['https://a.example/', { integration: jira }, { integration_id: id, host: 'a.example' }],
  ])('are read from the request to %s %j', (url, settings, expected) => {
    expect(outsideCallsWith('http_request', { url, ...settings })).toMatchObject([expected]);
  });

  it.each([
    ['jira.create_issue', 'jira', 'POST', 'default'],
    ['postgres.query', 'postgres', 'SELECT', 'default'],
    ['kubernetes.restart_deployment', 'kubernetes', 'kubernetes.restart', 'agent'],
  ])('are read from the action %s', (action, type, method, host) => {
    expect(findReadyMadeAction(action)).toBeDefined();
    const settings = { action, integration: { type, id } };
    expect(outsideCallsWith('rest_api_action', settings)).toEqual([
      { integration_id: id, method, host },
    ]);
  });

  it('include the calls of the clients of Python code', () => {
    const clients = { jira, slack: { type: 'slack', id: other } };
    expect(outsideCallsWith('rest_api_action', { action: 'act_own', clients }, () => code)).toEqual(
      [
        { integration_id: id, method: 'GET', host: 'default' },
        { integration_id: other, method: 'any', host: 'default' },
      ],
    );
  });

  it('include messages, and mails only with a chosen mail server', () => {
    const slack = { channel: 'slack', integration: { type: 'slack', id }, message: 'x' };
    expect(outsideCallsWith('notification', slack)).toEqual([
      { integration_id: id, method: 'POST', host: 'default' },
    ]);
    const mail = { channel: 'email', to: ['a@example.com'], subject: 's', message: 'x' };
    expect(outsideCallsWith('notification', mail)).toEqual([]);
    expect(
      outsideCallsWith('notification', { ...mail, mail_server: { type: 'smtp', id } }),
    ).toEqual([{ integration_id: id, method: 'SMTP', host: 'default' }]);
  });

  it('include questions to a model', () => {
    const integration = { type: 'openai', id };
    const calls = outsideCallsWith('ai_condition', {
      integration,
      question: 'Is it?',
      data: '{% $event %}',
    });
    expect(calls).toEqual([{ integration_id: id, method: 'ask', host: 'model' }]);
    expect(calls.map((one) => outsideCallText(one, 'OpenAI'))).toEqual([
      'Questions to a model of OpenAI',
    ]);
  });

  it('do not include AWS calls, disabled nodes or unknown actions', () => {
    const stop = { action: 'aws.stop_instances', integration: { type: 'aws', id } };
    expect(outsideCallsWith('rest_api_action', stop)).toEqual([]);
    expect(outsideCallsWith('rest_api_action', { action: 'act_gone' })).toEqual([]);
    const graph = draw('start -> act:http_request -> end', { act: { url: 'https://a.example' } });
    const nodes = graph.nodes.map((one) => ({ ...one, disabled: true as const }));
    expect(outsideCallsOf({ ...graph, nodes }, findReadyMadeAction)).toEqual([]);
  });

  it('are described in words', () => {
    const call = { integration_id: id, method: 'POST', host: 'a.example' };
    expect(outsideCallText(call, 'Tickets')).toBe('POST a.example with Tickets');
    expect(outsideCallText(call)).toBe('POST a.example with an integration that was deleted');
    expect(outsideCallText({ ...call, method: 'any', host: 'default' }, 'Chats')).toBe(
      'Any call to its address with Chats',
    );
    expect(
      outsideCallText({ ...call, method: 'kubernetes.delete', host: 'agent' }, 'Cluster'),
    ).toBe('kubernetes.delete by an agent of Cluster');
  });

  it('are new if their method, host or integration differs', () => {
    const one = { integration_id: id, method: 'GET', host: 'a.example' };
    const changed = [
      { ...one, method: 'POST' },
      { ...one, host: 'b.example' },
      { ...one, integration_id: other },
    ];
    expect(addedCalls([one, ...changed], [one])).toEqual(changed);
  });
});

describe('a bot', () => {
  it('lists its outside calls with the host and the alias of the integration', async () => {
    const { bots, integrations, root } = openScene(world);
    const { accountId } = await integrations.createIntegration(
      root,
      newIntegration.parse({
        cspName: 'rest_api',
        alias: 'Tickets',
        groups: ['tools'],
        values: { api_url: 'https://tickets.example.com/v2', auth_type: 'none', test_path: '/' },
      }),
    );
    const integration = { type: 'rest_api', id: accountId };
    const graph = draw('start -> call:http_request -> end', {
      call: { method: 'POST', url: '/issues', integration },
    });
    const bot = await bots.createBot(root, newBot.parse({ name: 'Files a ticket', graph }));
    expect(bot.outside_calls).toEqual([
      {
        integration_id: accountId,
        method: 'POST',
        host: 'tickets.example.com',
        alias: 'Tickets',
      },
    ]);
  });
});
