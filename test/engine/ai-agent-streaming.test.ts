// What people see of a model's answer before it is stored.
import { setImmediate } from 'node:timers/promises';
import { type PartialAnswer, withDelta } from '#lib/domain/chat/delta.rules.ts';
import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import type { ModelAnswer, TurnOptions } from '#lib/ports/model.ts';
import { openTestDatabase } from '#test/support/database.ts';
import {
  agentGraph,
  agentWorlds,
  answersInOrder,
  getUserCall,
  readAgent,
  textAnswer,
  toolCallAnswer,
} from './agent-world.ts';
import { tenant } from './world.ts';

const database = openTestDatabase('disk');
const world = agentWorlds(database);
type World = ReturnType<typeof world>;

const cut: ModelAnswer = { type: 'failed', kind: 'cut', error: 'It broke off.' };

/** A model that says these words, one after the other. */
const streamWords =
  (...words: string[]) =>
  async (watch?: TurnOptions): Promise<void> => {
    for (const word of words) {
      watch?.onText?.(word);
      await setImmediate();
    }
  };

/** The text on the screen after each piece. */
const screenOf = ({ deltas }: World): string[] => {
  let now: PartialAnswer | undefined;
  return deltas.map((delta) => (now = withDelta(now, delta))?.text ?? '');
};

describe('a model answer that is still arriving', () => {
  it('is shown as it grows, with the sequence number of its later entry', async () => {
    const one = world(
      answersInOrder(toolCallAnswer(getUserCall('ada')), textAnswer('Ada is locked.')),
    );
    one.meanwhile.asking = async (watch) =>
      streamWords(
        ...(one.modelTurns.length === 1 ? ['I look ', 'Ada up.'] : ['Ada ', 'is locked.']),
      )(watch);
    const id = await one.start(agentGraph());
    await one.drive(id);
    expect(screenOf(one)).toEqual(['', 'I look ', 'I look Ada up.', '', 'Ada ', 'Ada is locked.']);
    const { entries } = await readAgent(database, one, id);
    const sequences = entries.flatMap(({ role }, at) => (role === 'assistant' ? at : []));
    expect([...new Set(one.deltas.map(({ sequence }) => sequence))]).toEqual(sequences);
  });

  it('is sent only to its organisation, with the ids of its thread, run and node', async () => {
    const one = world(answersInOrder(textAnswer('Done.')));
    const id = await one.start(agentGraph());
    await one.drive(id);
    const { thread } = await readAgent(database, one, id);
    expect([...one.shownTo]).toEqual([tenant]);
    expect(one.modelTurns[0]?.shown).toEqual({
      _id: thread?._id,
      bot_exc_id: id,
      agent_node_id: 'find',
      sequence: 2,
    });
  });

  it('is removed when it breaks off, and starts again from empty', async () => {
    const one = world(answersInOrder(cut, textAnswer('Ada is locked.')));
    one.meanwhile.asking = async (watch) =>
      streamWords(...(one.modelTurns.length === 1 ? ['Ada is', ' not'] : ['Ada is locked.']))(
        watch,
      );
    const id = await one.start(agentGraph());
    await one.drive(id);
    expect(screenOf(one)).toEqual(['', 'Ada is', 'Ada is not', '', '', 'Ada is locked.']);
  });

  it('is removed and not requested again after its run was aborted', async () => {
    const one = world(answersInOrder({ type: 'failed', kind: 'cancelled', error: 'Taken back.' }));
    const id = await one.start(agentGraph());
    one.meanwhile.asking = async (watch) => {
      await streamWords('Nobody ')(watch);
      const now = Date.parse('2026-03-01T10:00:01Z');
      const end = { state: 'CANCELLED' as const, cause: 'Stopped by Anna.', now };
      await closeRun(one.deps(database.db), { tenant_id: tenant, _id: id }, end);
      await new Promise((stopped) => watch?.signal?.addEventListener('abort', stopped));
    };
    await one.drive(id).catch(() => undefined);
    expect(screenOf(one)).toEqual(['', 'Nobody ', '']);
    expect(one.modelTurns).toHaveLength(1);
    const { thread, entries } = await readAgent(database, one, id);
    expect(thread).toMatchObject({ failures: 0 });
    expect(entries.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('is sent in pieces of at most 4000 characters', async () => {
    const long = 'word '.repeat(4000);
    const one = world(answersInOrder(textAnswer('Done.')));
    one.meanwhile.asking = streamWords(long, 'The end.');
    await one.drive(await one.start(agentGraph()));
    expect(screenOf(one)).toContain(long);
    expect(Math.max(...one.deltas.map(({ text }) => text.length))).toBe(4000);
  });
});
