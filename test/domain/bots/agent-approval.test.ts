import * as fc from 'fast-check';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { findReadyMadeAction, readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { agentUseOf, isReadOnly } from '#lib/domain/actions/reads-only.rules.ts';
import { toolFactsOf } from '#lib/domain/actions/tool-facts.rules.ts';
import { publicTypes } from '#lib/domain/integrations/outside-servers.schema.ts';
import { check } from '#lib/engine/check.ts';
import { aTask, draw } from '#test/support/drawing.ts';
import { caseCount } from '#test/support/thorough.ts';

const usable = readyMadeActions.filter((action) => agentUseOf(action) !== 'none');

const toolsOf = (actions: readonly Action[]) =>
  actions.map(({ _id, integration_type: type }, index) => ({
    action: _id,
    integration: { type, id: `int_${String(index).padStart(32, '0')}` },
  }));

type AgentSettings = { data?: string; inventory?: string; allow_user_interaction?: boolean };

const silentSettings: AgentSettings = { allow_user_interaction: false };

/** The event was written by its sender: nothing in it is the organisation's own data. */
const byListener = { trigger_type: 'event_driven', listener_id: `lis_${'0'.repeat(32)}` };

const approvalProblems = (
  actions: readonly Action[],
  agentSettings: AgentSettings,
  approvers: string[] = [],
  start: object = byListener,
) => {
  const find = { ...aTask, ...agentSettings, agent_toolkit: toolsOf(actions), approvers };
  return check(draw('start -> before:delay -> find:ai_agent -> end', { start: { ...start }, find }))
    .filter(({ field }) => field?.name === 'agent_toolkit')
    .map(({ message }) => message);
};

const actionById = (id: string): Action => {
  const action = findReadyMadeAction(id);
  if (!action) throw new Error(`There is no action ${id}.`);
  return action;
};

const reads = usable.filter(isReadOnly);
const lookups = reads.filter(({ integration_type }) => publicTypes.has(integration_type));
const reading = reads.filter((one) => !lookups.includes(one));
const changing = usable.filter((one) => !isReadOnly(one));

const someActions = (actions: readonly Action[]) =>
  fc.uniqueArray(fc.constantFrom(...actions), { minLength: 1, maxLength: 6 });

const anySettings = fc.record({
  data: fc.constantFrom('', 'A text.', '{% $event %}', '{% $nodes.before.rows %}'),
  inventory: fc.constantFrom('none', 'aws', 'gcp'),
  allow_user_interaction: fc.boolean(),
});

const propertyRuns = { numRuns: caseCount({ usual: 60, thorough: 600 }) };

describe('the tools of an AI agent that need approval', () => {
  it('are none if every tool only reads and sends no data to others', () => {
    fc.assert(
      fc.property(someActions(reading), anySettings, (actions, one) => {
        expect(approvalProblems(actions, one)).toEqual([]);
      }),
      propertyRuns,
    );
  });

  it('are those that change something, whatever other tools there are', () => {
    fc.assert(
      fc.property(
        someActions(changing),
        someActions(reading),
        anySettings,
        (some_, otherActions, one) => {
          expect(approvalProblems([...otherActions, ...some_], one)).toEqual([
            expect.stringContaining('may change something. Enter approvers for its calls'),
          ]);
        },
      ),
      propertyRuns,
    );
  });

  it('include no public look-ups if the AI agent can read no private data', () => {
    fc.assert(
      fc.property(someActions(lookups), fc.constantFrom('', '{% $event %}'), (actions, data) => {
        expect(approvalProblems(actions, { ...silentSettings, data })).toEqual([]);
      }),
      propertyRuns,
    );
  });

  it('include public look-ups if the AI agent can read private data', () => {
    const privately = fc.oneof(
      someActions(reading).map((actions) => ({ actions, around: silentSettings })),
      fc
        .constantFrom<AgentSettings[]>(
          { ...silentSettings, inventory: 'aws' },
          { ...silentSettings, data: '{% $nodes.before.rows %}' },
          { ...silentSettings, data: '{% $uppercase($loop.item.name) %}' },
          { allow_user_interaction: true },
        )
        .map((one) => ({ actions: [], around: one })),
    );
    fc.assert(
      fc.property(someActions(lookups), privately, (out, { actions, around: one }) => {
        expect(approvalProblems([...actions, ...out], one)).toEqual([
          expect.stringContaining(
            'sends data that the agent chooses to others, and the agent reads',
          ),
        ]);
      }),
      propertyRuns,
    );
  });

  it.each(['on_demand', 'compliance_finding', 'scheduled'])(
    'include public look-ups if the event has no sender: %s',
    (trigger_type) => {
      const agentSettings = { ...silentSettings, data: '{% $event %}' };
      fc.assert(
        fc.property(someActions(lookups), (actions) => {
          expect(approvalProblems(actions, agentSettings, [], { trigger_type })).toEqual([
            expect.stringContaining('and the agent reads private data (its data)'),
          ]);
        }),
        propertyRuns,
      );
    },
  );

  it('are accepted with approvers, and are not fewer with an additional tool', () => {
    fc.assert(
      fc.property(
        someActions(usable),
        fc.constantFrom(...usable),
        anySettings,
        (actions, extraAction, one) => {
          const withMore = actions.includes(extraAction) ? actions : [...actions, extraAction];
          expect(approvalProblems(withMore, one, ['anna@example.com'])).toEqual([]);
          const before = approvalProblems(actions, one).length;
          expect(approvalProblems(withMore, one).length).toBeGreaterThanOrEqual(before);
        },
      ),
      propertyRuns,
    );
  });
});

describe('the effect of an action on data', () => {
  const actionWith = (overrides: object): Action =>
    ({
      ...actionById('okta.get_user'),
      integration_type: 'aws',
      executable_type: 'aws',
      parameters_definition: ['bucket', 'key'].map((name) => ({ name, required: true })),
      ...overrides,
    }) as unknown as Action;

  const awsCall = (service: string, operation: string, parameters: object = {}) =>
    actionWith({ call: { service, operation, parameters, region: '{bucket}' } });

  it.each([
    ['a call to an account of the organisation stays there', actionById('jira.get_issue'), false],
    ['a public look-up sends the looked-up value', actionById('virustotal.look_up_file'), true],
    ['a list of an AWS account sends nothing', actionById('aws.list_buckets'), false],
    ['a read of an AWS account stays there', actionById('aws.describe_instances'), false],
    ['a call that changes something sends data', actionById('okta.suspend_user'), true],
    ['a region is no message to others', awsCall('sqs', 'GetQueueAttributes'), false],
  ])('sends data out or not: %s', (_what, action, sends_out) => {
    expect(toolFactsOf(action)).toMatchObject({ sends_out, takes_untrusted: true });
  });

  it('sends data out if a call may name a resource of another account', () => {
    const call = { service: 's3', operation: 'GetObject', parameters: {} };
    expect(toolFactsOf(actionWith({ call })).sends_out).toBe(true);
    const parameters_definition = [{ name: 'bucket', required: true }];
    expect(toolFactsOf(actionWith({ call, parameters_definition })).sends_out).toBe(false);
  });

  it('sends data out if the server of an integration may be any server', () => {
    const get = { executable_type: 'rest', call: { method: 'GET', path: '/{bucket}' } };
    expect(toolFactsOf(actionWith({ ...get, integration_type: 'rest_api' })).sends_out).toBe(true);
    expect(toolFactsOf(actionWith({ ...get, integration_type: 'okta' })).sends_out).toBe(false);
    const fixed = { ...get, integration_type: 'rest_api', parameters_definition: [] };
    expect(toolFactsOf(actionWith(fixed)).sends_out).toBe(false);
  });
});
