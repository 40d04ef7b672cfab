import { userStore } from '#lib/domain/users/user.store.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { fillForm } from '#lib/domain/user-inputs/value.rules.ts';
import { matches } from '#lib/engine/pattern.ts';
import { pause } from '#lib/engine/pause.ts';
import { advance } from '#lib/engine/run.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase();
const forms = () => userInputStore(database.db, tenant);
const startTime = Date.parse('2026-03-01T10:00:00Z');

const name = { id: 'name', label: 'Name', required: true };

const formGraph = (settings: Record<string, unknown> = {}) =>
  draw('start -> form:user_input -> end\nform -expired-> late:end', {
    form: { inputs: [name], ...settings },
  });

/** A run up to its pause, and the form that it waits for. */
const runToForm = async (settings: Record<string, unknown> = {}, input: unknown = {}) => {
  const world = engineWorld(database);
  const graph = formGraph(settings);
  const id = await world.start(graph, input);
  const step = await world.advance(id);
  const { waiting_for } = await world.read(id);
  return { world, graph, id, step, formId: waiting_for?.user_input_id ?? '' };
};

const submitForm = async (formId: string, values: Record<string, unknown>, at = startTime) => {
  const found = await forms().get(formId);
  const inputs = fillForm(found?.inputs ?? [], values, matches);
  const resolver = { id: 'anna@example.com', name: 'Anna' };
  return forms().submit(formId, { inputs, resolver, resolved_at: isoTime(at) });
};

describe('a run that waits for a user input', () => {
  it('waits for the form until it expires and shows its state', async () => {
    const { world, id, step, formId } = await runToForm({ expires_in_minutes: 30 });
    expect(step).toEqual({ next: 'pause', node_id: 'form', timeout_seconds: 1801 });
    expect(await forms().get(formId)).toBeUndefined();
    await world.pause(id, 'form', 'token 1');
    const { state, results, waiting_for } = await world.read(id);
    expect([state, results.form?.status]).toEqual(['WAITING_FOR_INPUT', 'WAITING_FOR_INPUT']);
    expect(waiting_for).toMatchObject({ kind: 'input', until: '2026-03-01T10:30:00.000Z' });
    expect(formId).toMatch(/^inp_/);
  });

  it('stores the evaluated form and mails the authorizers', async () => {
    const settings = {
      internal_name: 'Host of {% $event.id %}',
      message: 'Which host is {% $event.id %} about?',
      authorizers: ['Anna@example.com', '{% $event.team %}'],
      inputs: [
        { ...name, default_value: '{% $event.host %}' },
        { id: 'zone', label: 'Zone', type: 'select', options: ['{% $event.zones %}', 'none'] },
        { id: 'size', label: 'Size', type: 'number', default_value: '3' },
        { id: 'tags', label: 'Tags', type: 'multiselect', options: ['a', 'b'], default_value: 'a' },
        { id: 'force', label: 'Force', type: 'boolean' },
      ],
    };
    const team = ['bob@example.com', 'cy@example.com'];
    const input = { id: 'f-1', host: 'h1', zones: ['eu', 'us'], team };
    const { world, id, formId } = await runToForm(settings, input);
    await world.pause(id, 'form', 'token 1');
    const input_for = ['anna@example.com', ...team];
    expect(await forms().get(formId)).toMatchObject({
      status: 'PENDING',
      internal_name: 'Host of f-1',
      message: 'Which host is f-1 about?',
      bot_name: 'Tidy up',
      bot_exc_id: id,
      lane: '',
      node_id: 'form',
      node_name: 'form',
      input_for,
      created_at: '2026-03-01T10:00:00.000Z',
      expires_on: '2026-03-02T10:00:00.000Z',
      inputs: [
        { id: 'name', label: 'Name', type: 'text', required: true, default_value: 'h1' },
        { id: 'zone', type: 'select', required: false, options: ['eu', 'us', 'none'] },
        { id: 'size', default_value: 3 },
        { id: 'tags', default_value: ['a'], advance: { value_validation: { multiselect: true } } },
        { id: 'force', type: 'boolean' },
      ],
    });
    const [mail] = world.messages.mails;
    expect([mail?.to, mail?.subject]).toEqual([input_for, 'Input needed: Tidy up']);
    expect(mail?.text).toContain(`https://cloudwarden.example/app#/user-input/${formId}`);
  });

  it('asks people once even when its pause is repeated', async () => {
    const { world, id, formId } = await runToForm({ authorizers: ['anna@example.com'] });
    await world.pause(id, 'form', 'token 1');
    await world.pause(id, 'form', 'token 2');
    expect(world.messages.mails).toHaveLength(1);
    await submitForm(formId, { name: 'h1' });
    await world.pause(id, 'form', 'token 3');
    expect([await world.token(id, 'form'), world.resumed]).toEqual([undefined, ['token 3']]);
  });

  it('names a form without a title after its node and mails nobody', async () => {
    const { world, id, formId } = await runToForm();
    await world.pause(id, 'form', 'token 1');
    expect(await forms().get(formId)).toMatchObject({ internal_name: 'form', input_for: [] });
    expect(world.messages.mails).toEqual([]);
  });

  it('mails its starter when no authorizers are named, if they may fill it in', async () => {
    const at = isoTime(Date.UTC(2026, 2, 1));
    const userFields = { readOnly: false, settings: {}, created_at: at, updated_at: at };
    const users = userStore(database.db, tenant);
    const starter = {
      _id: 'a@example.com',
      name: 'A',
      userType: 'SUBUSER' as const,
      ...userFields,
    };
    await users.create({ ...starter, roles: ['role_approver'] });
    const { world, id, formId } = await runToForm();
    await world.pause(id, 'form', 'token 1');
    const [mail] = world.messages.mails;
    expect([mail?.to, mail?.subject]).toEqual([['a@example.com'], 'Input needed: Tidy up']);
    expect(mail?.text).toContain(`/user-input/${formId}`);
    const found = await users.get('a@example.com');
    if (found) await users.change(found, { roles: [] });
    const secondRun = await runToForm();
    await secondRun.world.pause(secondRun.id, 'form', 'token 1');
    expect(secondRun.world.messages.mails).toEqual([]);
    await users.delete('a@example.com');
  });

  it('continues with the submitted values', async () => {
    const { world, graph, id, formId } = await runToForm({ message: 'Which?' });
    await world.pause(id, 'form', 'token 1');
    expect(await submitForm(formId, { name: 'h1' })).toBe(true);
    expect(await world.advance(id)).toEqual({ next: 'done' });
    const run = await world.read(id);
    expect(run.results.form?.output).toEqual({
      values: { name: 'h1' },
      resolver: { id: 'anna@example.com', name: 'Anna' },
      message: 'Which?',
    });
    expect(drawRun(graph, run)).toBe('start -> form -> end: SUCCEEDED');
  });

  it('continues at "expired" when the time is over', async () => {
    const { world, graph, id, formId } = await runToForm({ expires_in_minutes: 1 });
    await world.pause(id, 'form', 'token 1');
    world.pass(60_000);
    await world.advance(id);
    expect(await forms().get(formId)).toMatchObject({ status: 'EXPIRED' });
    const run = await world.read(id);
    expect(drawRun(graph, run)).toBe('start -> form (CANCELLED) -expired-> late: SUCCEEDED');
    expect(await submitForm(formId, { name: 'h1' }, startTime + 59_999)).toBe(false);
  });

  it('is cancelled with a reason when "expired" has no arrow', async () => {
    const world = engineWorld(database);
    const inputs = [name];
    const graph = draw('start -> form:user_input -> end', {
      form: { inputs, expires_in_minutes: 1 },
    });
    const id = await world.start(graph);
    await world.advance(id);
    await world.pause(id, 'form', 'token 1');
    world.pass(60_000);
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({
      state: 'CANCELLED',
      errors: ['"form" was not filled in before it expired, 2026-03-01T10:01:00.000Z.'],
    });
  });

  it('ends in the status of its form when a submission races with the expiry', async () => {
    const { world, graph, id, formId } = await runToForm({ expires_in_minutes: 1 });
    await world.pause(id, 'form', 'token 1');
    world.pass(60_000);
    const lastMoment = startTime + 59_999;
    const [, submission] = await Promise.all([
      world.advance(id),
      submitForm(formId, { name: 'h1' }, lastMoment),
    ]);
    const expected = submission ? 'form -> end: SUCC' : 'form (CANCELLED) -expired-> late: SUCC';
    expect(drawRun(graph, await world.read(id))).toContain(expected);
  });

  it('continues to wait while nobody has submitted the form', async () => {
    const { world, id } = await runToForm({ expires_in_minutes: 10 });
    await world.pause(id, 'form', 'token 1');
    world.pass(4 * 60_000);
    const before = await world.read(id);
    const pause = { next: 'pause', node_id: 'form', timeout_seconds: 361 };
    expect(await world.advance(id)).toEqual(pause);
    expect(await world.read(id)).toEqual(before);
  });

  it('records that its form was withdrawn', async () => {
    const { world, id, formId } = await runToForm();
    await world.pause(id, 'form', 'token 1');
    await forms().withdraw(formId);
    await world.advance(id);
    expect((await world.read(id)).results.form?.error).toBe('"form" was withdrawn.');
  });
});

describe('a user input in a loop', () => {
  it('asks separately in each iteration and shows the iteration number', async () => {
    const world = engineWorld(database);
    const graph = draw('start -> each:loop -> form:user_input -> back:loop_end -> end', {
      each: { items_to_iterate: '{% $event.hosts %}', max_concurrency: 2 },
      form: { inputs: [name], message: 'Why {% $loop.item %}?' },
    });
    const bot_exc_id = await world.start(graph, { hosts: ['h1', 'h2'] });
    const deps = world.deps(database.db);
    const step = await world.advance(bot_exc_id);
    expect(step).toMatchObject({ next: 'fork', of: 'each', parts: ['000000', '000001'] });
    for (const index of [0, 1]) {
      const lane = `each.00000${index}`;
      const key = { tenant_id: tenant, bot_exc_id, lane };
      expect(await advance(deps)(key)).toMatchObject({ next: 'pause', node_id: 'form' });
      await pause(deps)({ ...key, node_id: 'form', token: `token ${index}` });
      const { waiting_for } = (await world.lanes().get(bot_exc_id, lane)) ?? {};
      const found = await forms().get(waiting_for?.user_input_id ?? '');
      expect(found).toMatchObject({
        lane,
        message: `Why h${index + 1}?`,
        loop_details: { loop_start: 'each', current_iterator: index },
      });
      await submitForm(found?._id ?? '', { name: `because ${index}` });
      expect(await advance(deps)(key)).toEqual({ next: 'done' });
    }
    expect(await world.advance(bot_exc_id)).toEqual({ next: 'done' });
    const { state, results } = await world.read(bot_exc_id);
    expect(state).toBe('SUCCEEDED');
    expect(JSON.stringify(results.back?.output)).toMatch(/because 0.*because 1/);
  });
});

describe('the evaluated settings of a user input', () => {
  const many = Array.from({ length: 1001 }, (_, n) => `o${n}`);
  const long = Array.from({ length: 600 }, (_, n) => `${n}`.padEnd(500, 'x'));
  const select = (options: unknown[], extraFields = {}) => ({
    inputs: [{ id: 'zone', label: 'Zone', type: 'select', options, ...extraFields }],
  });

  it.each<[string, Record<string, unknown>, unknown, string]>([
    [
      'an authorizer without address',
      { authorizers: ['{% $event.owner %}'] },
      { owner: 'nobody' },
      '"nobody" is not the e-mail address of an authorizer.',
    ],
    ['no options', select(['{% $event.none %}']), {}, '"Zone" has nothing to choose'],
    ['too many options', select(['{% $event.many %}']), { many }, 'more than 1000 options'],
    ['a form that is too large', select(['{% $event.long %}']), { long }, 'The form is too large.'],
    [
      'a default that is not an option',
      select(['a'], { default_value: '{% $event.zone %}' }),
      { zone: 'b' },
      'The default of "Zone" is not valid. Choose one of the options.',
    ],
    [
      'a default that is not a number',
      { inputs: [{ ...name, type: 'number', default_value: '{% $event.n %}' }] },
      { n: 'three' },
      'The default of "Name" is not valid. Enter a number.',
    ],
    [
      'a label that is empty',
      { inputs: [{ ...name, label: '{% $event.none %}' }] },
      {},
      'The input name has no label.',
    ],
    [
      'a message that is too long',
      { message: '{% $event.text %}' },
      { text: 'x'.repeat(10_001) },
      'The message is longer than 10000 characters.',
    ],
  ])('fail the node: %s', async (_name, settings, input, reason) => {
    const { step, formId } = await runToForm(settings, input);
    expect(step).toMatchObject({ next: 'failed', cause: expect.stringContaining(reason) });
    expect(formId).toBe('');
  });
});

describe('a dry run', () => {
  it('uses default values and asks nobody', async () => {
    const inputs = [
      { ...name, default_value: 'h1' },
      { id: 'size', label: 'Size', type: 'number', required: true },
      { id: 'force', label: 'Force', type: 'boolean' },
    ];
    const world = engineWorld(database);
    const id = await world.start(formGraph({ inputs, authorizers: ['anna@example.com'] }));
    const run = await world.read(id);
    await world.runs().create({ ...run, _id: `${id}dry`, options: { dry_run: true } });
    expect(await world.advance(`${id}dry`)).toEqual({ next: 'done' });
    const { results } = await world.read(`${id}dry`);
    expect(results.form?.output).toEqual({
      dry_run: true,
      would: 'ask anna@example.com to fill in a form',
      values: { name: 'h1', force: false },
      message: '',
    });
    expect(world.messages.mails).toEqual([]);
  });
});
