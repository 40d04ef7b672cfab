import type { TaskFunction } from '#lib/local/runner/states/state.ts';
import {
  machineOf,
  mapOf,
  openMachine,
  passOf,
  runPendingTasks,
  taskOf,
} from '#test/support/state-machine.ts';

function open(states: Record<string, object>, work: TaskFunction = async (input) => input) {
  const scene = openMachine({ definition: machineOf(states), functions: { work } });
  const status = () => scene.runner.status('run-1');
  return { ...scene, status };
}

async function run(
  states: Record<string, object>,
  work?: TaskFunction,
  input: Record<string, string> = {},
) {
  const scene = open(states, work);
  await scene.runner.start('run-1', input);
  await scene.runner.idle();
  return scene;
}

/** A function whose calls end when the test says. */
function gate() {
  const waiting = new Map<number, () => void>();
  return {
    startedItems: () => [...waiting.keys()],
    work: (item: unknown) =>
      new Promise<unknown>((resolve) => waiting.set(Number(item), () => resolve(item))),
    end: async (item: number) => {
      waiting.get(item)?.();
      waiting.delete(item);
      await runPendingTasks();
    },
  };
}

describe('a Map state', () => {
  it.each<[string, object, unknown]>([
    ['a list that contains expressions', { Items: [1, '{% 1 + 1 %}'] }, [1, 2]],
    ['an expression', { Items: '{% [1..3][$ > 1] %}' }, [2, 3]],
    ['a list of one item', { Items: ['only'] }, ['only']],
    ['an empty list', { Items: [] }, []],
  ])('runs its states once for each item of %s', async (_, fields, output) => {
    const { status } = await run({ Each: mapOf({ One: passOf() }, fields) });
    expect(status()).toEqual({ status: 'SUCCEEDED', output });
  });

  it('uses its input as the items when it names none', async () => {
    const { Items: _, ...mapState } = Object(mapOf({ One: passOf() }));
    const scene = await run({
      List: passOf({ Output: ['a'], Next: 'Each' }),
      Each: mapState,
    });
    expect(scene.status()?.output).toEqual(['a']);
    const text = await run({
      Text: passOf({ Output: 'a', Next: 'Each' }),
      Each: mapState,
    });
    expect(text.status()?.cause).toBe(
      "An error occurred while executing the state 'Each' (entered at the event id #4). " +
        'Map state input must be an array but was: "a"',
    );
  });

  it('selects the input of an iteration from item, input and variables', async () => {
    const { status } = await run(
      {
        Note: passOf({ Assign: { word: 'kept' }, Next: 'Each' }),
        Each: mapOf(
          { One: passOf({ Output: '{% [$states.input.text, $states.context.Map.Item.Value] %}' }) },
          {
            Items: ['a', 'b'],
            ItemSelector: {
              text: '{% $word & $states.context.Map.Item.Index & $states.input.id %}',
            },
          },
        ),
      },
      undefined,
      { id: '7' },
    );
    expect(status()?.output).toEqual([
      ['kept07', 'a'],
      ['kept17', 'b'],
    ]);
  });

  it('keeps the variables of an iteration inside it', async () => {
    const { status } = await run({
      Note: passOf({ Assign: { around: 'around' }, Next: 'Each' }),
      Each: mapOf(
        {
          One: passOf({ Assign: { own: '{% $states.input %}' }, Next: 'Two' }),
          Two: passOf({ Output: '{% [$around, $own] %}' }),
        },
        { Items: [1, 2], Next: 'Look' },
      ),
      Look: passOf({ Output: { each: '{% $states.input %}', seen: '{% $exists($own) %}' } }),
    });
    const each = [
      ['around', 1],
      ['around', 2],
    ];
    expect(status()?.output).toEqual({ each, seen: false });
  });

  it('may be nested, with items of its own', async () => {
    const { status } = await run({
      Each: mapOf(
        {
          Inner: mapOf(
            { One: passOf({ Output: '{% $states.context.Map.Item %}' }) },
            { Items: ['i'] },
          ),
        },
        { Items: ['o'] },
      ),
    });
    expect(status()?.output).toEqual([[{ Index: 0, Value: 'i' }]]);
  });

  it('returns the outputs in the order of the items, not of their ends', async () => {
    const { work, end } = gate();
    const { runner, status } = open({ Each: mapOf({ Work: taskOf() }) }, work);
    await runner.start('run-1', {});
    await runPendingTasks();
    await end(3);
    await end(1);
    await end(2);
    await runner.idle();
    expect(status()?.output).toEqual([1, 2, 3]);
  });

  it.each<[string, unknown, number]>([
    ['a number', 2, 2],
    ['an expression', '{% 1 + 2 %}', 3],
    ['no limit, which means forty', 0, 40],
    ['a number above forty', 1000, 40],
  ])('limits the concurrent iterations: %s', async (_, MaxConcurrency, max) => {
    const { work, startedItems, end } = gate();
    const mapState = mapOf({ Work: taskOf() }, { Items: '{% [1..50] %}', MaxConcurrency });
    const { runner, status } = open({ Each: mapState }, work);
    await runner.start('run-1', {});
    await runPendingTasks();
    expect(startedItems()).toHaveLength(max);
    await end(1);
    expect(startedItems().at(-1)).toBe(max + 1);
    for (let item = 2; item <= 50; item += 1) await end(item);
    await runner.idle();
    expect(status()?.output).toHaveLength(50);
  });

  it('waits, retries and calls in each iteration independently', async () => {
    const calls: unknown[] = [];
    const work = async (item: unknown) => {
      calls.push(item);
      if (calls.length <= 3) throw Object.assign(new Error('Come back.'), { name: 'Busy' });
      return item;
    };
    const task = taskOf({ Retry: [{ ErrorEquals: ['Busy'] }] });
    const wait = { Type: 'Wait', Seconds: '{% $states.input * 10 %}', Next: 'Work' };
    const { later, status } = await run({ Each: mapOf({ Wait: wait, Work: task }) }, work);
    await later(10);
    await later(1);
    expect(calls).toEqual([1, 1]);
    await later(30);
    await later(4);
    expect(calls).toHaveLength(6);
    expect(status()?.output).toEqual([1, 2, 3]);
  });

  it('does not write its own position for each iteration', async () => {
    const { work, end } = gate();
    const { runner, database } = open(
      { Each: mapOf({ Work: taskOf() }, { MaxConcurrency: 1 }) },
      work,
    );
    const stored = () => database.prepare('select position from runner_runs').get();
    await runner.start('run-1', {});
    await runPendingTasks();
    const before = stored();
    await end(1);
    await end(2);
    expect(stored()).toEqual(before);
    expect(database.prepare('select path from runner_iterations').all()).toHaveLength(3);
    await end(3);
    await runner.idle();
    expect(database.prepare('select path from runner_iterations').all()).toEqual([]);
  });
});
