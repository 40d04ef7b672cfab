import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { fillForm } from '#lib/domain/user-inputs/value.rules.ts';
import { matches } from '#lib/engine/pattern.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase();

const ask = { message: 'May it?', approvers: ['anna@example.com'] };
const asking = 'start -> ask:approval -approved-> end';

const formThenAsk = 'start -> form:user_input -> ask:approval -approved-> end';

type World = ReturnType<typeof engineWorld>;

/** Advances the run to its approval; returns the stored approval. */
const runToApproval = async (world: World, id: string) => {
  await world.advance(id);
  const { waiting_for } = await world.read(id);
  await world.pause(id, 'ask', 'token');
  return world.approvals().get(waiting_for?.approval_id ?? '');
};

/** Bob submits the form that a lane of the run waits for. */
const submitForm = async (world: World, id: string, values: Record<string, string>, lane = '') => {
  await world.advance(id, undefined, lane);
  await world.pause(id, 'form', 'token', lane);
  const at = lane === '' ? await world.read(id) : await world.lanes().get(id, lane);
  const forms = userInputStore(database.db, tenant);
  const found = await forms.get(at?.waiting_for?.user_input_id ?? '');
  const inputs = fillForm(found?.inputs ?? [], values, matches);
  const resolver = { id: 'bob@example.com', name: 'Bob' };
  const resolved_at = '2026-03-01T10:00:00.000Z';
  await forms.submit(found?._id ?? '', { inputs, resolver, resolved_at });
};

const nameForm = { inputs: [{ id: 'name', label: 'Full name', required: true }] };
const adaByBob = [
  { form: 'form', by: 'bob@example.com', values: [{ label: 'Full name', value: 'Ada' }] },
];

describe('the origin of a request that approvers see', () => {
  it('contains the person who started the run and its input', async () => {
    const world = engineWorld(database);
    const extraFields = { more: { deep: 1 }, none: null };
    const input = { account: 'dev-1', urgent: true, owners: ['a', 'b'], ...extraFields };
    const approval = await runToApproval(world, await world.start(draw(asking, { ask }), input));
    expect(approval?.requested_by).toEqual(['a@example.com']);
    expect(approval?.entered).toEqual([
      {
        form: 'Input of the run',
        by: 'a@example.com',
        values: [
          { label: 'account', value: 'dev-1' },
          { label: 'urgent', value: 'Yes' },
          { label: 'owners', value: 'a, b' },
          { label: 'more', value: '{"deep":1}' },
          { label: 'none', value: '' },
        ],
      },
    ]);
    expect(world.messages.mails[0]?.text).toContain('The run was initiated by a@example.com.');
  });

  it('contains the values of earlier forms by their labels', async () => {
    const world = engineWorld(database);
    const id = await world.start(draw(formThenAsk, { ask, form: nameForm }));
    await submitForm(world, id, { name: 'Ada' });
    expect((await runToApproval(world, id))?.entered).toEqual(adaByBob);
  });

  it('contains the values of a form with long texts', async () => {
    const world = engineWorld(database);
    const ids = ['a', 'b', 'c', 'd'];
    const inputs = ids.map((id) => ({ id, label: id }));
    const id = await world.start(draw(formThenAsk, { ask, form: { inputs } }));
    await submitForm(world, id, Object.fromEntries(ids.map((one) => [one, one.repeat(9000)])));
    const [form] = (await runToApproval(world, id))?.entered ?? [];
    expect((await world.read(id)).results['form']?.output_ref).toBeDefined();
    expect(form?.by).toBe('bob@example.com');
    expect(form?.values.map(({ value }) => value.slice(0, 2))).toEqual(['aa', 'bb', 'cc', 'dd']);
  });

  it('contains the event of the run when nobody entered its input', async () => {
    const world = engineWorld(database);
    const start = { trigger_type: 'compliance_finding', rules: ['aws-s3-tls-only'] };
    const input = { title: 'S3 buckets deny requests without TLS', total: 2 };
    const approval = await runToApproval(
      world,
      await world.start(draw(asking, { ask, start }), input),
    );
    expect(approval?.entered).toEqual([
      {
        form: 'Event of the run',
        values: [
          { label: 'title', value: input.title },
          { label: 'total', value: '2' },
        ],
      },
    ]);
  });

  it('names forms that are too large to show or no longer stored', async () => {
    const world = engineWorld(database);
    const before = await world.read(await world.start(draw(formThenAsk, { ask, form: nameForm })));
    const enteredFor = async (output_bytes: number) => {
      const form = { status: 'SUCCEEDED', attempt: 1, started_at: before.created_at } as const;
      const storedForm = {
        ...form,
        handle: 'next',
        output_ref: `${tenant}/gone.json`,
        output_bytes,
      };
      const id = await world.startAgain(before, {}, { form: storedForm });
      return (await runToApproval(world, id))?.entered;
    };
    const form = (value: string) => [{ form: 'form', values: [{ label: 'Answers', value }] }];
    expect(await enteredFor(50_000_000)).toEqual(form('Too large to be shown; open the run.'));
    expect(await enteredFor(50_000)).toEqual(form('No longer kept.'));
  });

  it('contains the values of a form in an earlier branch', async () => {
    const world = engineWorld(database);
    const drawing = `start -> fork:parallel -> form:user_input -> join:merge -> ask:approval
      ask -approved-> end
      fork -> other:condition -yes-> join`;
    const id = await world.start(draw(drawing, { ask, form: nameForm }));
    await world.advance(id);
    await world.advance(id, undefined, 'fork.000001');
    await submitForm(world, id, { name: 'Ada' }, 'fork.000000');
    await world.advance(id, undefined, 'fork.000000');
    expect((await runToApproval(world, id))?.entered).toEqual(adaByBob);
  });

  it('contains the values of a form in an outer iteration', async () => {
    const world = engineWorld(database);
    const drawing = `start -> outer:loop -> form:user_input -> inner:loop -> ask:approval
      ask -approved-> done:loop_end -> over:loop_end -> end`;
    const once = { loop_type: 'count', count: 1 };
    const id = await world.start(draw(drawing, { ask, form: nameForm, outer: once, inner: once }));
    await world.advance(id);
    await submitForm(world, id, { name: 'Ada' }, 'outer.000000');
    await world.advance(id, undefined, 'outer.000000');
    const lane = 'outer.000000/inner.000000';
    await world.advance(id, undefined, lane);
    await world.pause(id, 'ask', 'token', lane);
    const found = await world.lanes().get(id, lane);
    const approval = await world.approvals().get(found?.waiting_for?.approval_id ?? '');
    expect(approval?.entered).toEqual(adaByBob);
  });

  it('shows how many values are left out', async () => {
    const world = engineWorld(database);
    const input = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`field ${at}`, at]));
    const [enteredForm] =
      (await runToApproval(world, await world.start(draw(asking, { ask }), input)))?.entered ?? [];
    expect(enteredForm?.values).toHaveLength(20);
    const last = { label: '6 more values', value: 'Open the run to see them.' };
    expect(enteredForm?.values.at(-1)).toEqual(last);
  });

  it('names the form of a finished loop without the values of its iterations', async () => {
    const world = engineWorld(database);
    const drawing = `start -> each:loop -> form:user_input -> done:loop_end -> ask:approval
      ask -approved-> end`;
    const once = { loop_type: 'count', count: 1 };
    const id = await world.start(draw(drawing, { ask, form: nameForm, each: once }));
    await world.advance(id);
    await submitForm(world, id, { name: 'Ada' }, 'each.000000');
    await world.advance(id, undefined, 'each.000000');
    const approval = await runToApproval(world, id);
    expect(approval?.entered).toEqual([
      {
        form: 'form',
        values: [{ label: 'Answers', value: 'Filled in by iteration; open the run.' }],
      },
    ]);
  });

  it('names the iteration of a loop, counted from 1', async () => {
    const world = engineWorld(database);
    const drawing = 'start -> each:loop -> ask:approval -approved-> done:loop_end -> end';
    const each = { loop_type: 'count', count: 2 };
    const id = await world.start(draw(drawing, { ask, each }));
    await world.advance(id);
    await world.advance(id, undefined, 'each.000001');
    await world.pause(id, 'ask', 'token', 'each.000001');
    expect(world.messages.mails[0]?.text).toContain('each, iteration 2');
  });

  it('is cut when it is long, and absent when a schedule started the run', async () => {
    const world = engineWorld(database);
    const long = await world.start(draw(asking, { ask }), { text: 'x'.repeat(5000) });
    const [enteredForm] = (await runToApproval(world, long))?.entered ?? [];
    expect(enteredForm?.values[0]?.value).toHaveLength(300);
    const trigger = { type: 'schedule' as const, scheduled_time: '2026-03-01T10:00:00Z' };
    const approval = await runToApproval(
      world,
      await world.start(draw(asking, { ask }), {}, trigger),
    );
    expect([approval?.requested_by, approval?.entered]).toEqual([[], undefined]);
    expect(world.messages.mails.at(-1)?.text).not.toContain('was started by');
  });
});
