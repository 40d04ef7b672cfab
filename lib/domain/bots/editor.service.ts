import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { decide } from '../account/permission.rules.ts';
import { botRoutes } from './bot.routes.ts';
import type { Bot } from './bot.schema.ts';
import { botStore, botVersionStore } from './bot.store.ts';
import { currentEditorOf, isPresent, otherEditorsOf } from './editor.rules.ts';
import type { BotUse } from './editor.schema.ts';
import { editorStore } from './editor.store.ts';
import type { BotRuns } from './find-bot.service.ts';
import { versionsUsing } from './used-in.rules.ts';
import type { SavedVersion } from './version.schema.ts';

export type EditorDeps = { db: Database; clock: Clock; runs: BotRuns };

/** The draft, if it is newer than the version that is being edited. */
const findNewerDraft = async (
  db: Database,
  { tenant_id, _id, draft_version }: Bot,
  base: number | undefined,
): Promise<SavedVersion | undefined> => {
  if (base === undefined || draft_version <= base) return undefined;
  const found = await botVersionStore(db, tenant_id).get(_id, draft_version);
  if (!found) return undefined;
  const { version, saved_by, saved_at } = found;
  return { version, saved_by, saved_at };
};

type UsedBy = Pick<BotUse, 'run_by' | 'error_bot_of'>;

/** The other bots whose AI agents run this one, and those that have it as error bot. */
const findUsingBots = async (db: Database, { tenant_id, _id }: Bot): Promise<UsedBy> => {
  const usesOf = (bot: Bot) =>
    versionsUsing(bot, _id, { publishedIds: bot.agent_bot_ids, draftIds: bot.draft_agent_bot_ids });
  const isErrorBotOf = ({ settings }: Bot) => settings?.error_bot_id === _id;
  const found = await botStore(db, tenant_id).all(
    (bot) => bot._id !== _id && (isErrorBotOf(bot) || usesOf(bot).length > 0),
  );
  const botRefOf = ({ _id: bot_id, name }: Bot) => ({ bot_id, name });
  return {
    run_by: found
      .map((bot) => ({ ...botRefOf(bot), used_in: usesOf(bot) }))
      .filter(({ used_in }) => used_in.length > 0),
    error_bot_of: found.filter(isErrorBotOf).map(botRefOf),
  };
};

const maySave = (caller: Caller): boolean => decide(caller, botRoutes.updateBot).allowed;

/** Calls by which users with the same bot open learn of each other. */
export const editorCalls = ({
  db,
  clock,
  runs,
}: EditorDeps): Pick<Service<typeof botRoutes>, 'joinBotEditors' | 'getBotUse'> => ({
  async getBotUse({ tenant_id, user_id }, { bot_id }) {
    const bot = await botStore(db, tenant_id).get(bot_id);
    if (!bot) throw notFound('bot');
    const now = clock();
    const editors = await editorStore(db, tenant_id, bot_id).list();
    const present = editors.filter((one) => one.user_id !== user_id && isPresent(one, now));
    const others = otherEditorsOf(present, { user_id, window_id: '' });
    const usedBy = await findUsingBots(db, bot);
    return { others, ...usedBy, open_runs: await runs.countUnderWay(bot) };
  },

  async joinBotEditors(caller, { bot_id, window_id, unsaved, base_version, left }) {
    const { tenant_id, user_id, name } = caller;
    const bot = await botStore(db, tenant_id).get(bot_id);
    if (!bot) throw notFound('bot');
    const store = editorStore(db, tenant_id, bot_id);
    const me = { user_id, window_id, name, unsaved };
    if (left) {
      await store.remove(me);
      return { others: [] };
    }
    const now = clock();
    const editors = await store.list();
    const present = editors.filter((one) => isPresent(one, now));
    if (maySave(caller)) {
      await store.put(currentEditorOf(me, present, now));
      await Promise.all(editors.filter((one) => !isPresent(one, now)).map(store.forget));
    }
    return {
      others: otherEditorsOf(present, me),
      newer: await findNewerDraft(db, bot, base_version),
    };
  },
});
