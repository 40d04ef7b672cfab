import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { botStore, botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { type OrphanCounts, removeOrphans } from '#lib/domain/executions/runs/orphans.service.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { slotStore } from '#lib/domain/executions/slots/slot.store.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { storeApproval } from '../../approvals/store-approval.ts';
import { drawBot } from '../../bots/draw-bot.ts';
import { noon, openScene } from '../../scene.ts';
import { storeUserInput } from '../../user-inputs/store-user-input.ts';
import { finish, openLane, startRun } from '../runs.ts';

const world = openTestDatabase();
const hour = 3600_000;
const at = isoTime(noon);

const endedLane = { state: 'FAILED' as const, open: undefined, finished_at: at };

/** What runs wait for and hold, stored directly; the check covers all organisations. */
const open = () => {
  const scene = openScene(world);
  const { db, tenant_id, time, clock } = scene;
  const { log, lines } = createLineLog();
  const resumed: string[] = [];
  const resume = async (token: string) => {
    resumed.push(token);
    return 'resumed' as const;
  };
  const lanes = laneStore(db, tenant_id);
  const slots = slotStore(db, tenant_id);

  /** Gives a run everything that a run can have, in its own lane and in one inside it. */
  const furnish = async (bot_exc_id: string) => {
    for (const lane of ['', 'each.000000']) {
      const position = { bot_exc_id, lane, node_id: 'ask' };
      if (lane) await lanes.create(bot_exc_id, openLane(lane));
      await pauseStore(db, tenant_id).put(position, `${bot_exc_id}${lane}`);
      time.now += 1;
      await storeApproval(scene, position);
      await storeUserInput(scene, position);
    }
    await slots.take(`bot_1#${bot_exc_id}`, bot_exc_id, 1, time.now);
  };

  /** What is currently pending or open of a run. */
  const leftoversOf = async (bot_exc_id: string) => {
    const page = { number_of_items: 100 };
    const mine = (one: { bot_exc_id: string }) => one.bot_exc_id === bot_exc_id;
    const approvals = await approvalStore(db, tenant_id).page(page, [], mine);
    const inputs = await userInputStore(db, tenant_id).page('all', page, [], mine);
    const tokens = ['', 'each.000000'].map((lane) =>
      pauseStore(db, tenant_id).get({ bot_exc_id, lane, node_id: 'ask' }),
    );
    return {
      pauses: (await Promise.all(tokens)).filter((token) => token !== undefined).length,
      approvals: approvals.items.filter(({ status }) => status === 'pending').length,
      user_inputs: inputs.items.filter(({ status }) => status === 'PENDING').length,
      lanes: (await lanes.get(bot_exc_id, 'each.000000'))?.state === 'IN_PROGRESS' ? 1 : 0,
      slots: (await slots.holders(`bot_1#${bot_exc_id}`)) ? 1 : 0,
    };
  };

  const clear = () => removeOrphans({ db, clock, log, runner: { resume } })();
  return { scene, lanes, furnish, leftoversOf, clear, resumed, lines };
};

const nothing: OrphanCounts = {
  pauses: 0,
  approvals: 0,
  user_inputs: 0,
  lanes: 0,
  slots: 0,
  versions: 0,
};
const all = { pauses: 2, approvals: 2, user_inputs: 2, lanes: 1, slots: 1 };

describe('the check for orphans', () => {
  it('removes all leftovers of an ended run, and none of open runs', async () => {
    const { scene, furnish, leftoversOf, clear, resumed, lines } = open();
    const [sound, dead] = [await startRun(scene), await startRun(scene)];
    await furnish(sound);
    await furnish(dead);
    await finish(scene, dead);
    scene.time.now += 2 * hour;

    expect(await clear()).toEqual({ ...nothing, ...all });
    expect(await leftoversOf(dead)).toEqual({
      pauses: 0,
      approvals: 0,
      user_inputs: 0,
      lanes: 0,
      slots: 0,
    });
    expect(await leftoversOf(sound)).toEqual(all);
    // A state machine that still pauses finds out by itself that its run has ended.
    expect(resumed.sort()).toEqual([dead, `${dead}each.000000`]);
    expect(lines.filter((line) => line.includes('had left behind')).length).toBe(5);

    expect(await clear()).toEqual(nothing);
    await finish(scene, sound);
    scene.time.now += 2 * hour;
    expect(await clear()).toEqual({ ...nothing, ...all });
  });

  it('removes the leftovers of an ended lane while its run continues', async () => {
    const { scene, lanes, furnish, leftoversOf, clear } = open();
    const run = await startRun(scene);
    await furnish(run);
    const laneEnd = { updated_at: at, finished_at: at, state: 'FAILED' as const };
    await lanes.commit(run, 'each.000000', laneEnd);
    expect(await clear()).toEqual({ ...nothing, pauses: 1, approvals: 1, user_inputs: 1 });
    expect(await leftoversOf(run)).toMatchObject({
      pauses: 1,
      approvals: 1,
      user_inputs: 1,
      slots: 1,
    });
    await finish(scene, run);
    scene.time.now += 2 * hour;
    await clear();
  });

  it('removes the leftovers of a run that was never recorded', async () => {
    const { furnish, clear, scene } = open();
    await furnish('exc_never');
    scene.time.now += 2 * hour;
    expect(await clear()).toEqual({ ...nothing, ...all });
  });

  it('ignores lanes that have ended and questions that were answered', async () => {
    const { scene, lanes, clear, lines } = open();
    const run = await startRun(scene);
    await lanes.create(run, openLane('each.000000', endedLane));
    const approval_id = await storeApproval(scene, { bot_exc_id: run });
    const revision = 1;
    const approvals = approvalStore(scene.db, scene.tenant_id);
    await approvals.decide(approval_id, revision, { status: 'approved' });
    await finish(scene, run);
    expect(await clear()).toEqual(nothing);
    expect(lines).toEqual([]);
  });

  it('removes the first version of a bot that was never created, and no other', async () => {
    const { scene, clear, lines } = open();
    const { db, tenant_id, bots, root, time } = scene;
    const { _id: createdId } = await bots.createBot(root, drawBot('Made'));
    const versions = botVersionStore(db, tenant_id);
    const { graph } = drawBot('Lost');
    const first = { version: 1, graph, saved_by: root.user_id, saved_at: at };
    await versions.create('bot_lost', first, isoTime(time.now));
    expect(await clear()).toEqual(nothing);
    time.now += hour;
    expect(await clear()).toEqual({ ...nothing, versions: 1 });
    expect(await versions.get('bot_lost', 1)).toBeUndefined();
    expect(await versions.get(createdId, 1)).toBeDefined();
    expect(await botStore(db, tenant_id).get(createdId)).toBeDefined();
    expect(lines.join()).toContain('Versions of deleted bots were removed.');
  });

  it('removes all versions of a deleted bot, including one of a save that died', async () => {
    const { scene, clear } = open();
    const { db, tenant_id, bots, root, time } = scene;
    const { graph, ...bot } = drawBot('Saved twice');
    const { _id: bot_id } = await bots.createBot(root, { ...bot, graph });
    await bots.updateBot(root, { ...bot, graph, bot_id, base_version: 1 });
    const versions = botVersionStore(db, tenant_id);
    const third = { version: 3, graph, saved_by: root.user_id, saved_at: at };
    await versions.create(bot_id, third);
    await bots.deleteBot(root, { bot_id });
    time.now += hour;
    expect(await clear()).toEqual({ ...nothing, versions: 1 });
    for (const version of [1, 2, 3]) expect(await versions.get(bot_id, version)).toBeUndefined();
  });
});
