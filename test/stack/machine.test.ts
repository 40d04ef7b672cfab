import jsonata from 'jsonata';
import { machineNames, machines, pascalCase } from '#lib/machines.ts';
import { accountId, makeBindings, region } from '../support/account.ts';
import { permits } from '../support/iam-verdict.ts';
import { listOf, type PolicyDocument } from '../support/iam.ts';
import { resolveValue } from '../support/intrinsics.ts';
import { type Resource, synthesise } from '../support/template.ts';
import { statesOf, tasksOf } from '../support/state-machine.ts';

const { template, ofType } = synthesise();
const bind = makeBindings(template);

const find = (type: string, start: string): [string, Resource] => {
  const found = ofType(type).find(([id]) => id.startsWith(start));
  if (!found) throw new Error(`There is no ${type} ${start}.`);
  return found;
};

describe.each(machineNames)('the state machine %s', (listed) => {
  const id = pascalCase(listed);
  const [, machine] = find('AWS::StepFunctions::StateMachine', `Engine${id}`);
  const [policyId, policy] = find('AWS::IAM::Policy', `Engine${id}Role`);
  const { Statement: statements } = resolveValue(
    policy.Properties.PolicyDocument,
    bind,
  ) as PolicyDocument;

  const arn = (service: string, resourcePath: string): string =>
    `arn:aws:${service}:${region}:${accountId}:${resourcePath}`;
  const name = String(resolveValue(machine.Properties.StateMachineName, bind));
  const rule = arn('events', 'rule/StepFunctionsGetEventsForStepFunctionsExecutionRule');
  const functionArns = resolveValue(machine.Properties.DefinitionSubstitutions, bind);

  /** The AWS actions of a task with this resource: calls of functions, and runs of its own. */
  const usesOf = (resource: string, called: string): [action: string, resource: string][] => {
    if (resource.includes(':lambda:invoke')) {
      const [, key = ''] = /^\$\{(\w+)\}$/.exec(called) ?? [];
      return [['lambda:InvokeFunction', String(Object(functionArns)[key])]];
    }
    const execution = arn('states', `execution:${name}:exc_1-each-000017`);
    return [
      ['states:StartExecution', arn('states', `stateMachine:${name}`)],
      ['states:DescribeExecution', execution],
      ['states:StopExecution', execution],
      ['events:PutTargets', rule],
      ['events:PutRule', rule],
      ['events:DescribeRule', rule],
    ];
  };

  const definition = JSON.parse(String(machine.Properties.DefinitionString));
  const uses = tasksOf(definition).flatMap(({ Resource, Arguments }) =>
    usesOf(String(Resource), String(Object(Arguments).FunctionName)),
  );

  describe('the role of the machine', () => {
    it.each(uses)('allows the actions of its tasks: %s', (action, resource) => {
      const access = { action, resource, context: {} };
      expect(statements.some((statement) => permits(statement, access))).toBe(true);
    });

    it('allows nothing else except tracing and logging', () => {
      const allowed = statements.flatMap(({ Action }) => listOf(Action));
      const otherActions = allowed.filter((action) => !uses.some(([used]) => used === action));
      expect(otherActions.filter((action) => !/^(xray|logs):/.test(action))).toEqual([]);
    });

    it('does not allow runs of another state machine', () => {
      for (const foreign of ['execution:other:run-1', 'stateMachine:other']) {
        for (const action of ['StartExecution', 'DescribeExecution', 'StopExecution']) {
          const resource = arn('states', foreign);
          const access = { action: `states:${action}`, resource, context: {} };
          expect(statements.some((statement) => permits(statement, access))).toBe(false);
        }
      }
    });

    it('has its permissions before Step Functions checks them at creation', () => {
      expect(machine.DependsOn).toContain(policyId);
    });
  });

  /** The function that a task calls and waits for; undefined if the task waits for a token. */
  const calledBy = ({ Resource, Arguments }: Record<string, unknown>): Resource | undefined => {
    if (Resource !== 'arn:aws:states:::lambda:invoke') return undefined;
    const [, key = ''] = /^\$\{(\w+)\}$/.exec(String(Object(Arguments).FunctionName)) ?? [];
    const arnOf = (id: string) => bind(id, 'Arn');
    const functionArn = Object(functionArns)[key];
    const called = ofType('AWS::Lambda::Function').find(([id]) => arnOf(id) === functionArn);
    return called?.[1];
  };

  describe('a task of the machine', () => {
    const waiting = tasksOf(definition).flatMap((task) => {
      const called = calledBy(task);
      return called ? [[task.TimeoutSeconds, called.Properties.Timeout]] : [];
    });

    it('waits longer than its function may run, so that Lambda reports the cause', () => {
      expect(waiting).not.toHaveLength(0);
      for (const [waits, runs] of waiting) expect(waits).toBeGreaterThan(Number(runs));
    });

    it('is retried for minutes while all functions are busy, as in every machine', () => {
      const busy = 'Lambda.TooManyRequestsException';
      const tasks = machineNames.flatMap((one) => {
        const machine = `Engine${pascalCase(one)}`;
        const { Properties } = find('AWS::StepFunctions::StateMachine', machine)[1];
        return tasksOf(JSON.parse(String(Properties.DefinitionString)));
      });
      const calls = tasks.filter(({ Resource }) => String(Resource).includes(':lambda:invoke'));
      const records = calls.map(({ Retry }) =>
        (Retry as { ErrorEquals: string[] }[]).find(({ ErrorEquals }) =>
          ErrorEquals.includes(busy),
        ),
      );
      expect(records[0]).toMatchObject({ MaxDelaySeconds: 60, MaxAttempts: 12 });
      for (const record of records) expect(record).toEqual(records[0]);
    });
  });

  it('has a rule for runs that AWS ended, except for nested runs', () => {
    const [, { Properties }] = find('AWS::Events::Rule', 'StoppedRunsRule');
    const { detail } = resolveValue(Properties.EventPattern, bind) as Record<string, unknown>;
    const { stateMachineArn, name: names } = Object(detail);
    expect(stateMachineArn).toContain(arn('states', `stateMachine:${name}`));
    expect(names).toContainEqual({ prefix: `${machines[listed].runs}_` });
  });

  describe('a catcher of a failure', () => {
    const states = new Map(statesOf(definition));
    const catchers = [...states].flatMap(([name, { Catch = [] }]) =>
      (Catch as Record<string, unknown>[]).map((catcher) => [name, catcher] as const),
    );

    it.each(catchers)('of %s assigns texts even if the error lacks fields', async (_, catcher) => {
      for (const expression of Object.values(Object(catcher.Assign))) {
        const source = /^\{%(.*)%\}$/.exec(String(expression))?.[1] ?? '';
        const states = { errorOutput: { Error: 'States.Timeout' } };
        expect(typeof (await jsonata(source).evaluate({}, { states }))).toBe('string');
      }
    });

    it.each(catchers)('of %s leads to a state that handles every failure', async (_, catcher) => {
      const { Next } = catcher;
      const { Catch, Type, Output, Choices } = states.get(String(Next)) ?? {};
      const all = expect.objectContaining({ ErrorEquals: ['States.ALL'] });
      // A state without computation cannot fail.
      if (Type === 'Pass') expect(Output).toEqual({});
      else if (Type === 'Fail') expect(Catch).toBeUndefined();
      // Whatever its input lacks, a condition must be true or false.
      else if (Type === 'Choice') {
        for (const { Condition } of Choices as { Condition: string }[]) {
          const source = /^\{%(.*)%\}$/.exec(Condition)?.[1] ?? '';
          const judged = await jsonata(source).evaluate({}, { states: { input: {} } });
          expect(typeof judged).toBe('boolean');
        }
      } else expect(Catch).toContainEqual(all);
    });
  });
});
