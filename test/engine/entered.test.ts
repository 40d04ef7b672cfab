import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { fillIn } from '#lib/domain/user-inputs/value.rules.ts';
import { matches } from '#lib/engine/pattern.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase();

const ask = { message: 'May it?', approvers: ['anna@example.com'] };
const asking = 'start -> ask:approval -approved-> end';

type World = ReturnType<typeof engineWorld>;

/** Asks for the approval that the run has come to; answers it as it is kept. */
const asked = async (world: World, id: string) => {
  await world.advance(id);
  const { waiting_for } = await world.read(id);
  await world.pause(id, 'ask', 'token');
  return world.approvals().get(waiting_for?.approval_id ?? '');
};

describe('what approvers are told of where a request comes from', () => {
  it('is who asked, and what the run was given at its start', async () => {
    const world = engineWorld(database);
    const more = { more: { deep: 1 }, none: null };
    const input = { account: 'dev-1', urgent: true, owners: ['a', 'b'], ...more };
    const approval = await asked(world, await world.start(draw(asking, { ask }), input));
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
    expect(world.told.mails[0]?.text).toContain('Asked by a@example.com.');
  });

  it('is what people entered into forms before, by their labels', async () => {
    const world = engineWorld(database);
    const form = { inputs: [{ id: 'name', label: 'Full name', required: true }] };
    const drawing = 'start -> form:user_input -> ask:approval -approved-> end';
    const id = await world.start(draw(drawing, { ask, form }));
    await world.advance(id);
    const { waiting_for } = await world.read(id);
    await world.pause(id, 'form', 'token');
    const forms = userInputStore(database.db, tenant);
    const found = await forms.get(waiting_for?.user_input_id ?? '');
    const inputs = fillIn(found?.inputs ?? [], { name: 'Ada' }, matches);
    const resolver = { id: 'bob@example.com', name: 'Bob' };
    const resolved_at = '2026-03-01T10:00:00.000Z';
    await forms.submit(found?._id ?? '', { inputs, resolver, resolved_at });
    expect((await asked(world, id))?.entered).toEqual([
      { form: 'form', by: 'bob@example.com', values: [{ label: 'Full name', value: 'Ada' }] },
    ]);
  });

  it('is in which turn of a loop, which are numbered from 1', async () => {
    const world = engineWorld(database);
    const drawing = 'start -> each:loop -> ask:approval -approved-> done:loop_end -> end';
    const each = { loop_type: 'count', count: 2 };
    const id = await world.start(draw(drawing, { ask, each }));
    await world.advance(id);
    await world.advance(id, undefined, 'each.000001');
    await world.pause(id, 'ask', 'token', 'each.000001');
    expect(world.told.mails[0]?.text).toContain('each, iteration 2');
  });

  it('is cut where it is long, and nothing where a schedule began', async () => {
    const world = engineWorld(database);
    const long = await world.start(draw(asking, { ask }), { text: 'x'.repeat(5000) });
    const [entered] = (await asked(world, long))?.entered ?? [];
    expect(entered?.values[0]?.value).toHaveLength(300);
    const trigger = { type: 'schedule' as const, scheduled_time: '2026-03-01T10:00:00Z' };
    const approval = await asked(world, await world.start(draw(asking, { ask }), {}, trigger));
    expect([approval?.requested_by, approval?.entered]).toEqual([[], undefined]);
    expect(world.told.mails.at(-1)?.text).not.toContain('Asked by');
  });
});
