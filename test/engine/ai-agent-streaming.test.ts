// What people see of a model's answer before it is stored.
import { setImmediate } from 'node:timers/promises';
import { type Shown, withDelta } from '#lib/domain/chat/delta.rules.ts';
import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import type { ModelAnswer, Watch } from '#lib/ports/model.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { agentOf, agentWorlds, getUser, graphWith, inTurn, says, uses } from './agent-world.ts';
import { tenant } from './world.ts';

const database = openTestDatabase('disk');
const world = agentWorlds(database);
type World = ReturnType<typeof world>;

const cut: ModelAnswer = { type: 'failed', kind: 'cut', error: 'It broke off.' };

/** A model that says these words, one after the other. */
const saying =
  (...words: string[]) =>
  async (watch?: Watch): Promise<void> => {
    for (const word of words) {
      watch?.onText?.(word);
      await setImmediate();
    }
  };

/** The text on the screen after each piece. */
const screenOf = ({ shown }: World): string[] => {
  let now: Shown | undefined;
  return shown.map((delta) => (now = withDelta(now, delta))?.text ?? '');
};

describe('a model answer that is still arriving', () => {
  it('is shown as it grows, with the sequence number of its later entry', async () => {
    const one = world(inTurn(uses(getUser('ada')), says('Ada is locked.')));
    one.meanwhile.asking = async (watch) =>
      saying(...(one.asked.length === 1 ? ['I look ', 'Ada up.'] : ['Ada ', 'is locked.']))(watch);
    const id = await one.start(graphWith());
    await one.drive(id);
    expect(screenOf(one)).toEqual(
      ['', 'I look ', 'I look Ada up.', '', 'Ada ', 'Ada is locked.'],
    );
    const { entries } = await agentOf(database, one, id);
    const said = entries.flatMap(({ role }, at) => (role === 'assistant' ? at : []));
    expect([...new Set(one.shown.map(({ sequence }) => sequence))]).toEqual(said);
  });

  it('is sent with the ids of its thread, run and node', async () => {
    const one = world(inTurn(says('Done.')));
    const id = await one.start(graphWith());
    await one.drive(id);
    const { thread } = await agentOf(database, one, id);
    expect(one.asked[0]?.shown).toEqual({
      _id: thread?._id,
      bot_exc_id: id,
      agent_node_id: 'find',
      sequence: 2,
    });
  });

  it('is removed when it breaks off, and starts again from empty', async () => {
    const one = world(inTurn(cut, says('Ada is locked.')));
    one.meanwhile.asking = async (watch) =>
      saying(...(one.asked.length === 1 ? ['Ada is', ' not'] : ['Ada is locked.']))(watch);
    const id = await one.start(graphWith());
    await one.drive(id);
    expect(screenOf(one)).toEqual(['', 'Ada is', 'Ada is not', '', '', 'Ada is locked.']);
  });

  it('is removed and not requested again after its run was aborted', async () => {
    const one = world(inTurn({ type: 'failed', kind: 'cancelled', error: 'Taken back.' }));
    const id = await one.start(graphWith());
    one.meanwhile.asking = async (watch) => {
      await saying('Nobody ')(watch);
      const now = Date.parse('2026-03-01T10:00:01Z');
      const end = { state: 'CANCELLED' as const, cause: 'Stopped by Anna.', now };
      await closeRun(one.deps(database.db), { tenant_id: tenant, _id: id }, end);
      await new Promise((stopped) => watch?.signal?.addEventListener('abort', stopped));
    };
    await one.drive(id).catch(() => undefined);
    expect(screenOf(one)).toEqual(['', 'Nobody ', '']);
    expect(one.asked).toHaveLength(1);
    const { thread, entries } = await agentOf(database, one, id);
    expect(thread).toMatchObject({ failures: 0 });
    expect(entries.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('is sent in pieces of at most 4000 characters', async () => {
    const long = 'word '.repeat(4000);
    const one = world(inTurn(says('Done.')));
    one.meanwhile.asking = saying(long, 'The end.');
    await one.drive(await one.start(graphWith()));
    expect(screenOf(one)).toContain(long);
    expect(Math.max(...one.shown.map(({ text }) => text.length))).toBe(4000);
  });
});
