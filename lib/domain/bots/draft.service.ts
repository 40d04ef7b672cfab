import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { botRoutes } from './bot.routes.ts';
import type { Bot, BotVersion, Graph } from './bot.schema.ts';
import type { BotVersionStore } from './bot.store.ts';
import { botAccess, type FindBotDeps } from './find-bot.service.ts';
import { draftUsesOf, publishedUsesOf } from './integration.rules.ts';
import { refuseSettings, type SaveDeps } from './save.service.ts';
import { triggerOf } from './trigger.rules.ts';

export type DraftDeps = FindBotDeps & SaveDeps & { clock: Clock };

type Call<K extends keyof typeof botRoutes> = Service<typeof botRoutes>[K];

const staleDraft = () =>
  conflict('Somebody saved this bot after you opened it. Compare both before you save yours.', {
    field: 'base_version',
  });

const nameTaken = () => conflict('A bot with this name already exists.', { field: 'name' });

/** Properties that a bot takes from its draft until a version is published. */
const draftPropertiesOf = (
  graph: Graph,
): Pick<Bot, 'trigger_type'> & ReturnType<typeof publishedUsesOf> => ({
  trigger_type: triggerOf(graph).trigger_type,
  ...publishedUsesOf(graph),
});

const createBot =
  (deps: DraftDeps): Call<'createBot'> =>
  async (caller, { graph, ...input }) => {
    const { store, versions, find, view } = botAccess(deps, caller);
    await refuseSettings(deps, caller.tenant_id, input.settings);
    const now = deps.clock();
    const at = isoTime(now);
    const _id = timedId('bot', now);
    const first = { version: 1, graph, saved_by: caller.user_id, saved_at: at };
    const created: Omit<Bot, 'tenant_id'> = {
      ...input,
      _id,
      status: 'disabled',
      draft_version: 1,
      ...draftPropertiesOf(graph),
      ...draftUsesOf(graph),
      service_portal_published: false,
      created_by: caller.user_id,
      created_at: at,
      updated_at: at,
    };
    await store.underName(created, { now, taken: nameTaken }, async () => {
      await versions.create(_id, first, at);
      await store.create(created);
    });
    await versions.markUnowned(_id, 1, undefined);
    return view(await find(_id), undefined, first);
  };

/** Stores a graph under the next free number; an interrupted save may have taken some. */
const saveVersion = async (
  versions: BotVersionStore,
  { _id, draft_version }: Bot,
  versionFields: Omit<BotVersion, 'bot_key' | 'version'>,
): Promise<number> => {
  let version = draft_version + 1;
  while (!(await versions.create(_id, { ...versionFields, version }))) version += 1;
  return version;
};

const updateBot =
  (deps: DraftDeps): Call<'updateBot'> =>
  async (caller, { bot_id, base_version, graph, ...input }) => {
    const { store, versions, find, view } = botAccess(deps, caller);
    const bot = await find(bot_id);
    if (bot.draft_version !== base_version) throw staleDraft();
    await refuseSettings(deps, caller.tenant_id, input.settings, bot);
    const now = deps.clock();
    const at = isoTime(now);
    const versionFields = { graph, saved_by: caller.user_id, saved_at: at };
    const draftProperties = bot.published_version === undefined ? draftPropertiesOf(graph) : {};
    const save = async () => {
      const version = await saveVersion(versions, bot, versionFields);
      const draft = { draft_version: version, ...draftUsesOf(graph) };
      const change = { ...input, ...draftProperties, ...draft, updated_at: at };
      if (await store.change(bot, change)) return version;
      await versions.delete(bot_id, version);
      throw staleDraft();
    };
    const nameClaim = { _id: bot_id, name: input.name };
    const version = await (input.name === bot.name
      ? save()
      : store.underName(nameClaim, { now, taken: nameTaken }, save));
    return view(await find(bot_id), undefined, { version, graph });
  };

/** Saves an older graph as the newest version; existing versions stay unchanged. */
const restoreBotVersion =
  (deps: DraftDeps): Call<'restoreBotVersion'> =>
  async (caller, { bot_id, version, base_version }) => {
    const { find, graphOf } = botAccess(deps, caller);
    const bot = await find(bot_id);
    const graph = await graphOf(bot, version);
    const { name, description, category, importance } = bot;
    const details = { name, description, category, importance };
    return updateBot(deps)(caller, { bot_id, base_version, ...details, graph });
  };

type DraftCalls = 'createBot' | 'updateBot' | 'restoreBotVersion';

/** Calls that save drafts of a bot, each as a version of its own. */
export const draftCalls = (deps: DraftDeps): Pick<Service<typeof botRoutes>, DraftCalls> => ({
  createBot: createBot(deps),
  updateBot: updateBot(deps),
  restoreBotVersion: restoreBotVersion(deps),
});
