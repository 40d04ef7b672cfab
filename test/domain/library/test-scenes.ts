import { approvalPoint, hasLanes, openScenePlayer, type TemplateScene } from './scene-player.ts';

type SentCall = { call: string; body: unknown };
const sortByCall = (sent: SentCall[]): SentCall[] =>
  sent.sort((a, b) => a.call.localeCompare(b.call));

/** One test per scene; for scenes with an approval, another one with a rejection. */
export const testScenes = (scenes: readonly TemplateScene[]): void => {
  const run = openScenePlayer();

  it.each(scenes.map((scene) => [scene.template, scene.it, scene] as const))(
    '%s: %s',
    async (template, _it, scene) => {
      const result = await run(scene, scene.decision ?? 'approve');
      const expected = scene.calls.filter((one) => one !== approvalPoint);
      const ordered = (calls: string[]) => (hasLanes(template) ? calls.sort() : calls);
      expect(ordered(result.calls)).toEqual(ordered(expected.map(([call]) => call)));
      const bodies = expected.flatMap(([call, , body]) => (body ? [{ call, body }] : []));
      expect(sortByCall(result.bodies)).toMatchObject(sortByCall(bodies));
      const { state, errors, ends } = result;
      expect([state, errors, ends.map(({ name }) => name)]).toEqual(
        scene.fails === undefined
          ? ['SUCCEEDED', [], [scene.ends]]
          : ['FAILED', [expect.stringContaining(scene.fails)], []],
      );
      expect(result.tells).toEqual(
        (scene.tells ?? []).map((text): unknown => expect.stringContaining(text)),
      );
    },
  );

  const approvalScenes = scenes.filter(({ calls }) => calls.includes(approvalPoint));
  it.each(approvalScenes.map((scene) => [scene.template, scene] as const))(
    '%s: changes nothing where a person rejects the approval',
    async (template, scene) => {
      const result = await run(scene, 'reject');
      const before = scene.calls
        .slice(0, scene.calls.indexOf(approvalPoint))
        .filter((one) => one !== approvalPoint);
      const ordered = (calls: string[]) => (hasLanes(template) ? calls.sort() : calls);
      expect(ordered(result.calls)).toEqual(ordered(before.map(([call]) => call)));
    },
  );
};
