import { currentEditorOf, isPresent, otherEditorsOf } from '#lib/domain/bots/editor.rules.ts';
import { type BotEditor, type OtherEditor, windowId } from '#lib/domain/bots/editor.schema.ts';
import { editorStore } from '#lib/domain/bots/editor.store.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { noon, openScene, statusOf } from '../scene.ts';
import { drawBot } from './draw-bot.ts';

const world = openTestDatabase();

const second = 1000;
const [left, right] = ['1'.repeat(32), '2'.repeat(32)];

const ana: BotEditor = {
  user_id: 'ana@example.com',
  name: 'Ana Silva',
  window_id: left,
  since: isoTime(noon),
  seen_at: isoTime(noon),
  unsaved: false,
};
const anaInOtherWindow: BotEditor = {
  ...ana,
  window_id: right,
  since: isoTime(noon - second),
  unsaved: true,
};
const ben: BotEditor = { ...ana, user_id: 'ben@example.com', name: 'Ben Ode' };

describe('a person who has a bot open', () => {
  it.each<[string, number, boolean]>([
    ['just now', 0, true],
    ['two rounds ago', 40, true],
    ['45 s ago', 45, false],
  ])('is present until 45 s after the last sign: %s', (_when, seconds, expected) => {
    expect(isPresent(ana, noon + seconds * second)).toBe(expected);
  });

  it('is present since the first sign without a gap', () => {
    const later = noon + 20 * second;
    expect(currentEditorOf(ana, [ben, ana], later)).toEqual({ ...ana, seen_at: isoTime(later) });
    expect(currentEditorOf(ana, [ben, anaInOtherWindow], later).since).toBe(isoTime(later));
  });

  const viewOf = ({ name, since, unsaved }: BotEditor, is_self = false): OtherEditor => ({
    name,
    is_self,
    since,
    unsaved,
  });

  it.each<[string, BotEditor[], OtherEditor[]]>([
    ['no other person when alone', [ana], []],
    ['other people in the order of arrival', [ana, ben], [viewOf(ben)]],
    ['their own other window', [ana, anaInOtherWindow], [viewOf(anaInOtherWindow, true)]],
    [
      'each person once, with unsaved changes of any window',
      [ana, ben, { ...ben, window_id: right, since: isoTime(noon + second), unsaved: true }],
      [{ ...viewOf(ben), unsaved: true }],
    ],
  ])('sees %s', (_whom, present, expected) => {
    expect(otherEditorsOf(present, ana)).toEqual(expected);
  });

  it('has a window id of exactly 32 digits', () => {
    expect(windowId.safeParse(left).success).toBe(true);
    for (const odd of ['', left.slice(1), `${left}1`, `${left}\n`, 'G'.repeat(32), `${left}#`]) {
      expect(windowId.safeParse(odd).success).toBe(false);
    }
  });
});

const open = async () => {
  const scene = openScene(world);
  const { _id: bot_id } = await scene.bots.createBot(scene.root, drawBot('Isolate'));
  const join = (
    caller: Caller,
    options: { unsaved?: boolean; left?: boolean; base?: number } = {},
  ) => {
    const { unsaved = false, left: hasLeft = false, base: base_version } = options;
    const window_id = caller.user_id.startsWith('ana') ? left : right;
    const input = { bot_id, window_id, unsaved, left: hasLeft, base_version };
    return scene.bots.joinBotEditors(caller, input);
  };
  const namesFor = async (caller: Caller) =>
    (await join(caller)).others.map(({ name, unsaved }) => [name, unsaved]);
  const someone = (id: string, rights = {}) => person(scene.tenant_id, id, rights);
  return { scene, bot_id, join, namesFor, someone };
};

describe('two people who have the same bot open', () => {
  it('see each other, and whether there are unsaved changes', async () => {
    const { join, namesFor, someone } = await open();
    const [a, b] = [someone('ana'), someone('ben')];
    expect(await join(a)).toEqual({ others: [] });
    expect(await join(b, { unsaved: true })).toMatchObject({ others: [{ name: 'ana' }] });
    expect(await namesFor(a)).toEqual([['ben', true]]);
    await join(b);
    expect(await namesFor(a)).toEqual([['ben', false]]);
  });

  it('are shown to a person who wants to delete the bot, except that person', async () => {
    const { scene, bot_id, join, someone } = await open();
    const [a, b] = [someone('ana'), someone('ben')];
    await join(a);
    await join(b, { unsaved: true });
    const use = await scene.bots.getBotUse(a, { bot_id });
    expect(use).toMatchObject({ others: [{ name: 'ben', unsaved: true }], open_runs: 0 });
    expect(use.others).toHaveLength(1);
    expect(await statusOf(scene.bots.getBotUse(a, { bot_id: 'bot_none' }))).toBe(404);
  });

  it('no longer see a person who left or was silent for 45 s', async () => {
    const { scene, bot_id, join, namesFor, someone } = await open();
    const [a, b] = [someone('ana'), someone('ben')];
    await join(b);
    expect(await namesFor(a)).toEqual([['ben', false]]);
    await join(b, { left: true });
    expect(await namesFor(a)).toEqual([]);
    await join(b);
    scene.time.now += 44 * second;
    expect(await namesFor(a)).toEqual([['ben', false]]);
    scene.time.now += second;
    expect(await namesFor(a)).toEqual([]);
    const stored = await editorStore(scene.db, scene.tenant_id, bot_id).list();
    expect(stored.map(({ user_id }) => user_id)).toEqual(['ana']);
  });

  it('are not removed as absent if they have come back', async () => {
    const { scene, bot_id, join, someone } = await open();
    const store = editorStore(scene.db, scene.tenant_id, bot_id);
    await join(someone('ben'));
    const [before] = await store.list();
    scene.time.now += 60 * second;
    await join(someone('ben'));
    expect(before && (await store.forget(before))).toBe(false);
    expect(await store.list()).toHaveLength(1);
  });

  it.each([
    ['with read-only access', { readOnly: true }],
    ['without the right to save', { userType: 'SUBUSER' as const }],
  ])('do not see a person %s, who sees them', async (_who, rights) => {
    const { join, namesFor, someone } = await open();
    const reader = someone('rea', rights);
    await join(someone('ana'), { unsaved: true });
    expect(await namesFor(reader)).toEqual([['ana', true]]);
    expect(await namesFor(someone('ana'))).toEqual([]);
  });

  it('see a version that is newer than their own', async () => {
    const { scene, bot_id, join, someone } = await open();
    const a = someone('ana');
    expect((await join(a, { base: 1 })).newer).toBeUndefined();
    scene.time.now += second;
    const change = { bot_id, base_version: 1, ...drawBot('Isolate') };
    await scene.bots.updateBot(someone('ben'), change);
    const saved_at = isoTime(scene.time.now);
    const newer = { version: 2, saved_by: 'ben', saved_at };
    expect((await join(a, { base: 1 })).newer).toEqual(newer);
    expect((await join(a, { base: 2 })).newer).toBeUndefined();
    expect((await join(a)).newer).toBeUndefined();
  });
});

describe('a bot of another organisation', () => {
  it('is not found, and its editors are not changed', async () => {
    const { bot_id, join, namesFor, someone } = await open();
    const otherScene = openScene(world);
    await join(someone('ana'));
    const input = { bot_id, window_id: right, unsaved: true, left: false };
    expect(await statusOf(otherScene.bots.joinBotEditors(otherScene.root, input))).toBe(404);
    const leaving = { ...input, window_id: left, left: true };
    const namesake = person(otherScene.tenant_id, 'ana');
    expect(await statusOf(otherScene.bots.joinBotEditors(namesake, leaving))).toBe(404);
    expect(await namesFor(someone('ben'))).toEqual([['ana', false]]);
  });

  it('has its own editors, even with the same id', async () => {
    const { scene, bot_id, join, someone } = await open();
    await join(someone('ana'));
    const otherScene = openScene(world);
    expect(await editorStore(otherScene.db, otherScene.tenant_id, bot_id).list()).toEqual([]);
    expect(await editorStore(scene.db, scene.tenant_id, bot_id).list()).toHaveLength(1);
  });
});
