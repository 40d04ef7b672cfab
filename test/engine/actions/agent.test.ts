import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { agent } from '#lib/engine/actions/agent.ts';

const all = readyMadeActions.flatMap((one): ActionOf<'agent'>[] =>
  one.executable_type === 'agent' ? [one] : [],
);

const integration = { type: 'linux', id: 'int_1' };

const planJob = (action: ActionOf<'agent'>, overrides: Record<string, unknown> = {}) => {
  const values = action.parameters_definition.map(({ name, type, options }) => [
    name,
    options?.[0] ?? (type === 'number' ? 1 : 'x'),
  ]);
  const parameters = { ...Object.fromEntries(values), ...overrides };
  const plan = agent.plan({ action, input: parameters, integration, clients: {}, timeoutMs: 1000 });
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
};

const findAction = (id: string) => {
  const found = all.find(({ _id }) => _id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};

describe('an action that an agent performs', () => {
  it('needs no approval exactly if it only reads', () => {
    const unapprovedActions = all.filter(({ approval_required }) => !approval_required);
    const readActions = all.filter((action) => planJob(action).onlyReads);
    expect(readActions.map(({ _id }) => _id)).toEqual(unapprovedActions.map(({ _id }) => _id));
    expect(readActions.length).toBeGreaterThan(6);
  });

  it('is idempotent unless a second execution does harm', () => {
    const once = all.filter((action) => !planJob(action).job?.idempotent).map(({ _id }) => _id);
    expect(once.toSorted()).toEqual([
      'kubernetes.call_address',
      'kubernetes.delete_pod',
      'linux.call_address',
      'linux.restart_service',
      'linux.run_command',
    ]);
  });

  it('is classified as reading or changing by its parameters', () => {
    const ownAction: ActionOf<'agent'> = {
      ...findAction('linux.service_status'),
      call: { kind: 'linux.service', args: { unit: '{unit}', verb: '{agent}' } },
    };
    expect(planJob(ownAction, { agent: 'status' })).toMatchObject({ onlyReads: true });
    expect(planJob(ownAction, { agent: 'restart' })).toMatchObject({
      onlyReads: false,
      job: { idempotent: false },
    });
  });

  it('is sent to the named agent or to any agent', () => {
    expect(planJob(findAction('linux.read_file'), { agent: 'web-1' }).job?.agent).toBe('web-1');
    expect(planJob(findAction('kubernetes.list_pods')).job?.agent).toBeUndefined();
  });
});
