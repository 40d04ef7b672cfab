import { botStore } from '#lib/domain/bots/bot.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { drawBot } from '../../bots/draw-bot.ts';
import { refusalFrom } from '../../scene.ts';
import { type LimitedBot, openLimitedBot } from '../limited-bot.ts';

const world = openTestDatabase();

/** A bot with an error bot, which has one itself: that second one must never be started. */
const open = async () => {
  const line = await openLimitedBot(world);
  const last = await line.publish('Tell the chief');
  const error_bot_id = await line.publish('Tell the team', { error_bot_id: last });
  const { scene, bot_id } = line;
  const change = { settings: { allow_overlap: false, error_bot_id } };
  await botStore(scene.db, scene.tenant_id).change(await line.readBot(), change);
  return { line, bot_id, error_bot_id };
};

const runsOf = async (line: LimitedBot, bot_id: string) => {
  const page = await line.executions.listExecutions(line.scene.root, { number_of_items: 10 });
  return page.items.filter((run) => run.bot_id === bot_id);
};

describe('an error bot', () => {
  it('is started once for a failed run, however often its end is delivered', async () => {
    const { line, bot_id, error_bot_id } = await open();
    const [id = ''] = await line.startMany(1);
    const long = 'x'.repeat(3000);
    await line.finish(id, 'FAILED', ['"fetch" failed. 500', long]);
    await Promise.all([line.settle(id), line.settle(id), line.settle(id)]);
    await line.settle(id);
    const [errorRun, ...otherRuns] = await runsOf(line, error_bot_id);
    expect(otherRuns).toEqual([]);
    const run = await line.read(errorRun?._id ?? '');
    expect(run).toMatchObject({
      state: 'IN_PROGRESS',
      version: 1,
      trigger: { type: 'error', bot_id, bot_exc_id: id },
      input: {
        bot: { id: bot_id, name: 'Isolate' },
        bot_exc_id: id,
        state: 'FAILED',
        errors: ['"fetch" failed. 500', 'x'.repeat(1000)],
        started_at: (await line.read(id)).created_at,
        link: `https://cloudwarden.example/app#/bots/${bot_id}/executions/${id}?mode=view`,
      },
    });
  });

  it('does not start its own error bot when it fails', async () => {
    const { line, error_bot_id } = await open();
    const [id = ''] = await line.startMany(1);
    await line.end(id, 'FAILED');
    const [errorRun] = await runsOf(line, error_bot_id);
    await line.end(errorRun?._id ?? '', 'FAILED');
    expect(await line.listed()).toHaveLength(2);
  });

  it('is not started by a failed dry run', async () => {
    const { line } = await open();
    const [dry = ''] = await line.startMany(1, { options: { dry_run: true } });
    await line.end(dry, 'FAILED');
    expect(await line.listed()).toEqual([dry]);
  });

  it('is not started by runs that succeeded or were aborted', async () => {
    const { line } = await open();
    const [one = '', two = ''] = await line.startMany(2);
    await line.end(one);
    await line.executions.abortExecution(line.scene.root, { bot_exc_id: two });
    await line.deliver();
    expect(await line.listed()).toEqual([one, two]);
  });

  it.each(['disabled', 'missing'])('that is %s is logged, and the run settles', async (problem) => {
    const { line, error_bot_id } = await open();
    const { bots, root } = line.scene;
    const target = { bot_id: error_bot_id };
    if (problem === 'missing') await bots.deleteBot(root, target);
    else await bots.setBotStatus(root, { ...target, status: 'disabled' });
    const [id = ''] = await line.startMany(1);
    await line.end(id, 'FAILED');
    expect(await line.listed()).toEqual([id]);
    expect((await line.read(id)).outbox).toBeUndefined();
    expect(line.warnings).toEqual([
      'The error bot of a failed run is missing, disabled or unpublished.',
    ]);
  });

  it('must be another bot that exists', async () => {
    const { line, bot_id, error_bot_id } = await open();
    const { bots, root } = line.scene;
    const save = async (errorBot: string) => {
      const settings = { allow_overlap: false, error_bot_id: errorBot };
      const saved = { ...drawBot('Isolate'), bot_id, base_version: 1, settings };
      return (await refusalFrom(bots.updateBot(root, saved)))?.message;
    };
    expect(await save(bot_id)).toBe('A bot cannot be its own error bot. Choose another one.');
    expect(await save('bot_none')).toBe('The error bot does not exist. Choose another one.');
    expect(await save(error_bot_id)).toBeUndefined();
  });
});
