import { approved, hasLanes, type Scene, stage } from './scenes.ts';

type Sent = { call: string; body: unknown };
const byCall = (sent: Sent[]): Sent[] => sent.sort((a, b) => a.call.localeCompare(b.call));

/** One test per scene; for scenes with an approval, another one with a rejection. */
export const play = (scenes: readonly Scene[]): void => {
  const run = stage();

  it.each(scenes.map((scene) => [scene.template, scene.it, scene] as const))(
    '%s: %s',
    async (template, _it, scene) => {
      const told = await run(scene, scene.decision ?? 'approve');
      const expected = scene.calls.filter((one) => one !== approved);
      const ordered = (calls: string[]) => (hasLanes(template) ? calls.sort() : calls);
      expect(ordered(told.calls)).toEqual(ordered(expected.map(([call]) => call)));
      const bodies = expected.flatMap(([call, , body]) => (body ? [{ call, body }] : []));
      expect(byCall(told.bodies)).toMatchObject(byCall(bodies));
      const { state, errors, ends } = told;
      expect([state, errors, ends.map(({ name }) => name)]).toEqual(
        scene.fails === undefined
          ? ['SUCCEEDED', [], [scene.ends]]
          : ['FAILED', [expect.stringContaining(scene.fails)], []],
      );
      expect(told.tells).toEqual(
        (scene.tells ?? []).map((text): unknown => expect.stringContaining(text)),
      );
    },
  );

  const asking = scenes.filter(({ calls }) => calls.includes(approved));
  it.each(asking.map((scene) => [scene.template, scene] as const))(
    '%s: changes nothing where a person rejects the approval',
    async (template, scene) => {
      const told = await run(scene, 'reject');
      const before = scene.calls
        .slice(0, scene.calls.indexOf(approved))
        .filter((one) => one !== approved);
      const ordered = (calls: string[]) => (hasLanes(template) ? calls.sort() : calls);
      expect(ordered(told.calls)).toEqual(ordered(before.map(([call]) => call)));
    },
  );
};
