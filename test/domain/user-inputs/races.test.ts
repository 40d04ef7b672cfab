import { resumeAnswered } from '#lib/domain/questions/question.service.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { readCurrentQuestion } from '#lib/engine/run/question.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTokens } from '#test/support/task-tokens.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';
import { storedUserInput, storeUserInput, submit } from './store-user-input.ts';
import { emailOf, hour } from './sample-user-input.ts';

const world = openTestDatabase();

const rounds = 200;
const people = Array.from({ length: 10 }, (_, n) => `person${n}`);
const input_for = people.map(emailOf);

const count = (statuses: readonly number[], target: number): number =>
  statuses.filter((status) => status === target).length;

describe(`${people.length} people who submit at once, ${rounds} times`, () => {
  it('make one submission, and resume the run once', async () => {
    const scene = openScene(world);
    const tokens = openTokens(scene);
    for (let round = 0; round < rounds; round += 1) {
      const pauseKey = await tokens.put(`exc_${round}`, 'ask');
      const id = await storeUserInput(scene, { input_for, ...pauseKey });
      const calls = people.map((name) => statusOf(submit(scene, id, name, { reason: name })));
      const statuses = await Promise.all(calls);
      expect([count(statuses, 200), count(statuses, 409)]).toEqual([1, people.length - 1]);
      const winner = people[statuses.indexOf(200)] ?? '';
      const { status, resolver, inputs } = await storedUserInput(scene, id);
      expect([status, resolver?.id]).toEqual(['RESOLVED', emailOf(winner)]);
      expect(inputs[0]?.value).toBe(winner);
      const [fact, ...otherFacts] = scene.facts.splice(0);
      expect([fact, otherFacts]).toEqual([
        { type: 'user_input_resolved', tenant_id: scene.tenant_id, user_input_id: id },
        [],
      ]);
      const { db, tenant_id } = scene;
      const { runner } = tokens;
      const notify = () => resumeAnswered({ db, runner }, 'input', tenant_id, id);
      await Promise.all([notify(), notify()]);
      await notify();
    }
    expect(tokens.resumed()).toBe(rounds);
  });
});

describe('a form that is submitted and ended at once', () => {
  type Ending = [end: string, rounds: number, stop: (scene: Scene, id: string) => Promise<unknown>];

  const endings: Ending[] = [
    ['withdrawn', 100, ({ db, tenant_id }, id) => userInputStore(db, tenant_id).withdraw(id)],
    // For the engine the time is over, for the user it is not: two servers, two clocks.
    [
      'expired',
      500,
      ({ clock, ...scene }, id) =>
        readCurrentQuestion(
          { ...scene, clock: () => clock() + hour },
          scene.tenant_id,
          'input',
          id,
        ),
    ],
  ];

  it.each(endings)(
    'is either resolved or %s, %i times',
    async (_end, endingRounds, stop) => {
      const scene = openScene(world);
      for (let round = 0; round < endingRounds; round += 1) {
        const id = await storeUserInput(scene);
        const calls = [() => statusOf(submit(scene, id, 'ada')), () => stop(scene, id)];
        if (round % 2 === 1) calls.reverse();
        const outcomes = await Promise.all(calls.map((call) => call()));
        const submitted = outcomes.find((one) => typeof one === 'number');
        const { status, resolver, outbox } = await storedUserInput(scene, id);
        expect([200, 409]).toContain(submitted);
        expect(status).toBe(submitted === 200 ? 'RESOLVED' : 'EXPIRED');
        const isResolved = submitted === 200;
        expect([resolver !== undefined, outbox !== undefined]).toEqual([isResolved, isResolved]);
      }
    },
    60_000,
  );
});
