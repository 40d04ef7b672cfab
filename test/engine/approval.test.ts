import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { organisationTable } from '#lib/domain/organisations/organisation.table.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { deleteItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase();
const open = () => engineWorld(database);

const approvalGraph = (settings: Record<string, unknown> = {}) =>
  draw('start -> ask:approval -approved-> end', { ask: { message: 'May it?', ...settings } });

const both = ['ada@example.com', 'bob@example.com'];
const name = { id: 'name', label: 'Name', required: true };

/** A run up to its pause, and the approval that it waits for. */
const runToApproval = async (settings: Record<string, unknown> = {}, input: unknown = {}) => {
  const world = open();
  const graph = approvalGraph(settings);
  const id = await world.start(graph, input);
  const step = await world.advance(id);
  const { waiting_for } = await world.read(id);
  const approvalId = waiting_for?.approval_id ?? '';
  return { world, graph, id, step, approvalId };
};

describe('a run that waits for an approval', () => {
  it('waits for a decision until the approval expires', async () => {
    const { world, id, step, approvalId } = await runToApproval({ expires_in_minutes: 30 });
    expect(step).toEqual({ next: 'pause', node_id: 'ask', timeout_seconds: 1801 });
    const states = async () => {
      const { state, results } = await world.read(id);
      return [state, results.ask?.status];
    };
    expect(await states()).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
    expect(await world.approvals().get(approvalId)).toBeUndefined();
    await world.pause(id, 'ask', 'token 1');
    expect(await states()).toEqual(['WAITING_FOR_APPROVAL', 'WAITING_FOR_APPROVAL']);
    expect((await world.read(id)).waiting_for).toEqual({
      node_id: 'ask',
      kind: 'approval',
      until: '2026-03-01T10:30:00.000Z',
      approval_id: approvalId,
    });
  });

  it('stores its task token and evaluated approval, and mails the approvers', async () => {
    const hosts = [{ id: 'h1', name: 'one', open: 3 }, { id: 'h2' }];
    const settings = {
      approvers: ['Anna@example.com', '{% $event.owner %}'],
      approvals_required: 2,
      message: 'Isolate {% $event.id %}?',
      resources: '{% $event.hosts %}',
      resources_total: '{% $event.seen %}',
    };
    const input = { seen: 7, id: 'f-1', owner: 'bob@example.com', hosts };
    const { world, id, approvalId } = await runToApproval(settings, input);
    await world.pause(id, 'ask', 'token 1');
    expect(await world.approvals().get(approvalId)).toMatchObject({
      status: 'pending',
      bot_name: 'Tidy up',
      bot_exc_id: id,
      node_name: 'ask',
      message: 'Isolate f-1?',
      approvers: ['anna@example.com', 'bob@example.com'],
      approvals_required: 2,
      resources: hosts,
      resource_count: 2,
      resources_total: 7,
      revision: 0,
      expires_on: '2026-03-02T10:00:00.000Z',
    });
    expect(await world.token(id, 'ask')).toBe('token 1');
    const [mail] = world.messages.mails;
    expect(mail?.to).toEqual(['anna@example.com', 'bob@example.com']);
    expect(mail?.subject).toBe('Approval needed: Tidy up');
    expect(mail?.text).toContain('Isolate f-1?');
    expect(mail?.text).toContain('It is about 2 resources.');
    expect(mail?.text).toContain('Decide before 2026-03-02 10:00 UTC: ');
    expect(mail?.text).toContain(`https://cloudwarden.example/app#/approvals/view/${approvalId}`);
    expect(world.resumed).toEqual([]);
  });

  it.each([
    ['approval', 'ask:approval -approved->', { message: 'May it?', approvers: both }],
    ['user_input', 'ask:user_input ->', { inputs: [name], authorizers: both }],
  ] as const)(
    'mails no user who switched off mails of kind %s',
    async (kind, picture, questionSettings) => {
      const world = open();
      const people = userStore(database.db, tenant);
      const at = '2026-03-01T10:00:00.000Z';
      const userFields = { name: 'Ada', userType: 'ROOT' as const, readOnly: false, roles: [] };
      await people.delete('ada@example.com');
      const dates = { created_at: at, updated_at: at };
      const settings = { not_mailed: [kind] };
      await people.create({ _id: 'ada@example.com', ...userFields, ...dates, settings });
      const graph = draw(`start -> ${picture} end`, { ask: questionSettings });
      const id = await world.start(graph);
      await world.advance(id);
      await world.pause(id, 'ask', 'token 1');
      expect(world.messages.mails).toMatchObject([{ to: ['bob@example.com'] }]);
      expect(world.messages.mails[0]?.text).toContain('/app#/account?tab=notifications');
    },
  );

  it('mails the ROOT users when the approval names no approvers', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    const roots = { 'rita@example.com': true as const };
    const organisation = { name: 'Acme', default_role_id: null, roots, created_at: at };
    await organisationStore(database.db, tenant).create(organisation);
    const { world, id } = await runToApproval();
    await world.pause(id, 'ask', 'token 1');
    expect(world.messages.mails).toMatchObject([{ to: ['rita@example.com'] }]);
    await deleteItem(database.db, organisationTable, { tenant_id: tenant, _id: 'organisation' });
  });

  it('asks people once even when its pause is repeated', async () => {
    const { world, id } = await runToApproval({ approvers: ['anna@example.com'] });
    await world.pause(id, 'ask', 'token 1');
    await world.pause(id, 'ask', 'token 2');
    expect(world.messages.mails).toHaveLength(1);
    expect(world.messages.approvals).toHaveLength(1);
    expect([await world.token(id, 'ask'), world.resumed]).toEqual(['token 2', []]);
  });

  it('resumes at once when people decided before a repeated pause', async () => {
    const { world, id, approvalId } = await runToApproval();
    await world.pause(id, 'ask', 'token 1');
    await world.decide(approvalId, 'approve');
    await world.pause(id, 'ask', 'token 2');
    expect([await world.token(id, 'ask'), world.resumed]).toEqual([undefined, ['token 2']]);
  });

  it('asks nobody when the run has ended meanwhile', async () => {
    const { world, id, approvalId } = await runToApproval();
    const at = '2026-03-01T10:00:00.000Z';
    const cancelledFields = { state: 'CANCELLED' as const, waiting_for: null, updated_at: at };
    await world.runs().commit(id, { ...cancelledFields, finished_at: at });
    await world.pause(id, 'ask', 'token 1');
    expect(await world.approvals().get(approvalId)).toBeUndefined();
    expect([await world.token(id, 'ask'), world.resumed]).toEqual([undefined, ['token 1']]);
  });

  it('lets people decide although the mail could not be sent', async () => {
    const { world, id, approvalId } = await runToApproval({ approvers: ['anna@example.com'] });
    world.breakMail();
    await world.pause(id, 'ask', 'token 1');
    expect((await world.approvals().get(approvalId))?.status).toBe('pending');
    expect(world.logged).toEqual(['The mail to those who are asked could not be sent.']);
  });

  it('continues to wait while nobody has decided', async () => {
    const { world, id } = await runToApproval({ expires_in_minutes: 10 });
    await world.pause(id, 'ask', 'token 1');
    world.pass(4 * 60_000);
    const before = await world.read(id);
    const pause = { next: 'pause', node_id: 'ask', timeout_seconds: 361 };
    expect(await world.advance(id)).toEqual(pause);
    expect(await world.read(id)).toEqual(before);
  });

  it('asks again when the process crashed before the approval was stored', async () => {
    const { world, id, approvalId } = await runToApproval({ expires_in_minutes: 1 });
    world.pass(2 * 60_000);
    expect(await world.advance(id)).toEqual({ next: 'pause', node_id: 'ask', timeout_seconds: 1 });
    await world.pause(id, 'ask', 'token 1');
    await world.advance(id);
    expect((await world.approvals().get(approvalId))?.status).toBe('expired');
  });

  it('ends in the status of its approval when a decision races with the expiry', async () => {
    const { world, graph, id, approvalId } = await runToApproval({ expires_in_minutes: 1 });
    await world.pause(id, 'ask', 'token 1');
    world.pass(60_000);
    const [step] = await Promise.all([world.advance(id), world.decide(approvalId, 'approve')]);
    expect(step).toEqual({ next: 'done' });
    const { status } = (await world.approvals().get(approvalId)) ?? {};
    const expected = status === 'approved' ? 'ask -approved-> end: SUCC' : 'ask (CANCELLED): CANC';
    expect(drawRun(graph, await world.read(id))).toContain(expected);
  });
});

describe('the output of a decided approval', () => {
  const hosts = [{ id: 'h1', name: 'one' }, { id: 'h2' }];
  const outputAfter = async (change: object) => {
    const { world, id, approvalId } = await runToApproval(
      { resources: '{% $event.hosts %}' },
      { hosts },
    );
    await world.pause(id, 'ask', 'token 1');
    await world.approvals().decide(approvalId, 0, change);
    await world.advance(id);
    return (await world.read(id)).results.ask;
  };
  const resolution = {
    approver_name: 'anna@example.com',
    user_approval_status: 'resolved' as const,
    message: 'Go ahead.',
    resolved_at: '2026-03-01T10:00:00.000Z',
  };

  it('contains all resources when all were approved', async () => {
    const change = { status: 'approved', approved_ids: ['h1', 'h2'], resolutions: [resolution] };
    const { approver_name, user_approval_status, message } = resolution;
    expect(await outputAfter(change)).toMatchObject({
      status: 'SUCCEEDED',
      handle: 'approved',
      output: {
        status: 'approved',
        resources: hosts,
        resolutions: [{ approver_name, user_approval_status, message }],
      },
    });
  });

  it('contains only the approved resources after a partial approval', async () => {
    const change = { status: 'resolved', approved_ids: ['h2'], resolutions: [resolution] };
    expect(await outputAfter(change)).toMatchObject({
      handle: 'approved',
      output: { status: 'resolved', resources: [{ id: 'h2' }] },
    });
  });

  it('contains no resources when the approval was cancelled', async () => {
    expect(await outputAfter({ status: 'cancelled' })).toMatchObject({
      status: 'CANCELLED',
      handle: 'rejected',
      error: '"ask" was cancelled.',
      output: { status: 'cancelled', resources: [], resolutions: [] },
    });
  });
});

describe('the evaluated settings of an approval', () => {
  const many = Array.from({ length: 1001 }, (_, n) => ({ id: `h${n}` }));
  const long = Array.from({ length: 90 }, (_, n) => ({ id: `h${n}`, note: 'x'.repeat(3000) }));
  const list = (...resources: unknown[]) => [
    { resources: '{% $event.list %}' },
    { list: resources },
  ];
  it.each<[string, unknown[], string]>([
    [
      'resources without ids',
      list({ id: 'a' }, { name: 'b' }),
      'Resource 2 is not an object with an id (text).',
    ],
    ['resources that are texts', list('a'), 'Resource 1 is not an object with an id (text).'],
    ['a number as resources', list(5), 'Resource 1 is not an object with an id (text).'],
    ['the same id twice', list({ id: 'a' }, { id: 'a' }), 'Two resources have the same id.'],
    [
      'too many resources',
      list(...many),
      'There are 1001 resources; approvals can have at most 1000.',
    ],
    ['too much data in the resources', list(...long), 'The resources are too large.'],
    [
      'an approver without address',
      [{ approvers: ['{% $event.owner %}'] }, { owner: 'nobody' }],
      '"nobody" is not the e-mail address of an approver.',
    ],
    ['a message that is empty', [{ message: '{% $event.absent %}' }, {}], 'The message is empty.'],
    [
      'a message that is too long',
      [{ message: '{% $event.text %}' }, { text: 'x'.repeat(10_001) }],
      'The message is longer than 10000 characters.',
    ],
  ])('fail the node: %s', async (_name, [settings, input], reason) => {
    const { step, approvalId } = await runToApproval(settings as Record<string, unknown>, input);
    expect(step).toMatchObject({ next: 'failed', cause: expect.stringContaining(reason) });
    expect(approvalId).toBe('');
  });

  /** The approval that these settings ask for. */
  const approvalFor = async (settings: Record<string, unknown>, input: unknown) => {
    const { world, id, approvalId } = await runToApproval(settings, input);
    await world.pause(id, 'ask', 'token 1');
    return world.approvals().get(approvalId);
  };

  it('may be one resource, no resources, or approvers from one expression', async () => {
    const one = { resources: "{% $event.list[id='b'] %}" };
    const found = await approvalFor(one, { list: [{ id: 'a' }, { id: 'b' }] });
    expect(found?.resources).toEqual([{ id: 'b' }]);
    const noResources = { resources: '{% $event.absent %}', approvers: ['{% $event.team %}'] };
    const team = ['a@example.com', 'b@example.com'];
    expect(await approvalFor(noResources, { team })).toMatchObject({
      resource_count: 0,
      approvers: team,
    });
  });
});
