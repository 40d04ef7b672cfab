import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { fixBotOf, withRuleTrigger } from '#lib/domain/compliance/fix-bot.rules.ts';
import type { Rule } from '#lib/domain/compliance/rule.schema.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { check } from '#lib/engine/check.ts';
import { evaluate } from '#lib/engine/expression.ts';
import { scope } from '../../engine/expression/scope.ts';

const integration_id = `int_${'0a'.repeat(16)}`;

/** What the bot's author has to add, because findings do not contain it. */
const unsetParameters: Record<string, readonly string[]> = {
  'aws.quarantine_instance': ['groups'],
  'aws.deactivate_access_key': ['access_key'],
  'kubernetes.patch': ['patch'],
};

/** Rules whose patch is the same for every object. */
const fixedPatchRules = [
  'kubernetes-service-account-no-token',
  'kubernetes-workload-no-host-network',
  'kubernetes-workload-no-host-processes',
  'kubernetes-workload-seccomp',
];

const fixes = rules.flatMap((rule) =>
  rule.fix && 'action' in rule.fix ? [[rule.rule_id, rule, rule.fix.action] as const] : [],
);

const settingsOf = (rule: Rule, action: string) => {
  const { nodes } = fixBotOf(rule, { action, integration_id }).graph;
  const of = (type: string) => nodes.find((node) => node.type === type)?.settings ?? {};
  return { start: of('start'), fix: of('rest_api_action') };
};

describe('a bot that fixes the findings of a rule', () => {
  it.each(fixes)('passes the finding to the action: %s', (rule_id, rule, action) => {
    const readyMade = readyMadeActions.find(({ _id }) => _id === action);
    const { fix } = settingsOf(rule, action);
    const needed = readyMade?.parameters_definition.filter(({ required }) => required) ?? [];
    const missing = needed.filter(({ name }) => !(name in Object(fix.parameters)));
    expect(readyMade?.parameters_definition.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(Object(fix.parameters))),
    );
    const unset = fixedPatchRules.includes(rule_id) ? [] : unsetParameters[action];
    expect(missing.map(({ name }) => name)).toEqual(unset ?? []);
  });

  it.each([
    ['main/shop/deployments/web', { spec: { template: { spec: { hostNetwork: false } } } }],
    [
      'main/shop/cronjobs/mail',
      { spec: { jobTemplate: { spec: { template: { spec: { hostNetwork: false } } } } } },
    ],
  ])('patches the pods of each kind of workload: %s', async (id, expected) => {
    const rule_id = 'kubernetes-workload-no-host-network';
    const [, rule, action] = fixes.find(([one]) => one === rule_id) ?? [];
    if (!rule || !action) throw new Error('The rule has no fix.');
    const { patch } = Object(settingsOf(rule, action).fix.parameters);
    const item = { id, region: 'shop' };
    expect(JSON.parse(String(await evaluate(patch, { ...scope(), loop: { item } })))).toEqual(
      expected,
    );
  });

  it.each([
    [
      'aws.terminate_instances',
      'arn:aws:ec2:eu-west-1:111122223333:instance/i-0a1b',
      { instances: ['i-0a1b'], region: 'eu-west-1' },
    ],
    [
      'aws.keep_logs',
      'arn:aws:logs:eu-west-1:111122223333:log-group:/aws/lambda/a:*',
      { group: '/aws/lambda/a', days: '365', region: 'eu-west-1' },
    ],
    ['aws.delete_login_profile', 'arn:aws:iam::111122223333:user/staff/ada', { user: 'ada' }],
    [
      'kubernetes.patch',
      'arn:aws:eks:eu-west-1:1:cluster/main/shop/rolebindings/all',
      {
        api: 'rbac.authorization.k8s.io/v1',
        resource: 'rolebindings',
        namespace: 'eu-west-1',
        name: 'all',
      },
    ],
    [
      'kubernetes.patch',
      'main/shop/networkpolicies/all',
      {
        api: 'networking.k8s.io/v1',
        resource: 'networkpolicies',
        namespace: 'eu-west-1',
        name: 'all',
      },
    ],
  ])('names a resource in the form that the action needs: %s', async (action, id, expected) => {
    const [, rule] =
      fixes.find(([id, , one]) => one === action && !fixedPatchRules.includes(id)) ?? [];
    if (!rule) throw new Error('No rule has this fix.');
    const { parameters } = settingsOf(rule, action).fix;
    const item = { id, region: 'eu-west-1' };
    expect(await evaluate(parameters, { ...scope(), loop: { item } })).toEqual(expected);
  });

  it('listens to the account in which it acts', () => {
    const [[, rule, action] = []] = fixes;
    if (!rule || !action) throw new Error('No rule has a fix.');
    const { start, fix } = settingsOf(rule, action);
    expect(start).toMatchObject({ rules: [rule.rule_id], integrations: [integration_id] });
    expect(fix.integration).toEqual({ type: 'aws', id: integration_id });
  });

  it('reports the approved resources and their account', async () => {
    const [[, rule, action] = []] = fixes;
    if (!rule || !action) throw new Error('No rule has a fix.');
    const { nodes } = fixBotOf(rule, { action, integration_id, recipient: 'ada@acme.test' }).graph;
    const { message } = nodes.find(({ type }) => type === 'notification')?.settings ?? {};
    const result = { succeeded: 1, failed: 1 };
    const approved = [{ id: 'bucket-1' }, { id: 'bucket-2' }];
    const results = { 'All done': result, 'Ask which': { resources: approved } };
    const event = { integration: { alias: 'Sandbox' } };
    expect(await evaluate(message, { ...scope(), nodes: results, event })).toBe(
      'Fixed: 1. Failed: 1. Scan again to verify.\nApproved, in Sandbox: bucket-1, bucket-2.',
    );
  });

  it('reports the findings if no ready-made action fixes them', () => {
    const rule = rules.find(({ fix }) => !fix);
    if (!rule) throw new Error('Every rule has a fix.');
    const { name, graph } = fixBotOf(rule, { integration_id, recipient: 'ada@acme.test' });
    expect(name).toBe(`Report ${rule.rule_id}`);
    expect(graph.nodes.filter(({ type }) => type !== 'note').map(({ type }) => type)).toEqual([
      'start',
      'notification',
      'end',
    ]);
    const report = graph.nodes.find(({ type }) => type === 'notification');
    expect(report?.settings).toMatchObject({
      to: ['ada@acme.test'],
      message: expect.stringContaining(rule.remediation),
    });
    expect(check(graph)).toEqual([]);
  });

  it('names each resource in that report, for one and for many', async () => {
    const rule = rules.find(({ fix }) => !fix);
    if (!rule) throw new Error('Every rule has a fix.');
    const { nodes } = fixBotOf(rule, { recipient: 'ada@acme.test' }).graph;
    const { message } = nodes.find(({ type }) => type === 'notification')?.settings ?? {};
    const messageFor = (...ids: string[]) => {
      const resources = ids.map((resource) => ({ resource }));
      const event = { total: ids.length, integration: { alias: 'Sandbox' }, resources };
      return evaluate(message, { ...scope(), event });
    };
    expect(await messageFor('one')).toContain('1 of the resources in Sandbox fail');
    expect(await messageFor('one', 'two')).toContain('one\ntwo\n\nWhat to do');
  });

  it('can be a library template whose queries and calls use that account', () => {
    const template = libraryBots.find(({ _id }) => _id === 'require-imdsv2');
    if (!template) throw new Error('There is no such template.');
    const by = { rule_id: 'aws-ec2-imdsv2', integration_id, person: 'ada@acme.test' };
    const { nodes } = withRuleTrigger(template.graph, by);
    const of = (type: string) => nodes.find((node) => node.type === type)?.settings;
    const account = { type: 'aws', id: integration_id };
    expect(of('start')).toMatchObject({ integrations: [integration_id] });
    expect(of('steampipe_query')).toMatchObject({
      integrations: [account],
      values: ['{% [$event.resources.resource] %}'],
      sql: expect.stringMatching(/where id = any\(\$1\)$/),
    });
    expect(of('rest_api_action')).toMatchObject({ integration: account });
    // The bot's creator approves and gets the report: no example address is left.
    expect(of('approval')).toMatchObject({ approvers: ['ada@acme.test'] });
    expect(of('notification')).toMatchObject({ to: ['ada@acme.test'] });
    expect(JSON.stringify(nodes)).not.toMatch(/example\.com|Schedule: /);
  });
});
