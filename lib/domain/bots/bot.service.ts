import type { Caller } from '#lib/kernel/caller.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { botRoutes } from './bot.routes.ts';
import { createBotFilter } from './bot-filter.service.ts';
import type { BotView } from './bot.schema.ts';
import { draftCalls, type DraftDeps } from './draft.service.ts';
import { editorCalls } from './editor.service.ts';
import { exchangeCalls, type ExchangeDeps } from './exchange.service.ts';
import { botAccess, type FindBotDeps, summaryOf } from './find-bot.service.ts';
import { previewRuns } from './status.rules.ts';
import { statusCalls, type StatusDeps } from './status.service.ts';

export type BotDeps = DraftDeps & StatusDeps & ExchangeDeps;

const getBot =
  (deps: FindBotDeps) =>
  async (
    caller: Caller,
    { bot_id, version }: { bot_id: string; version?: number | undefined },
  ): Promise<BotView> => {
    const { find, view } = botAccess(deps, caller);
    return view(await find(bot_id), version);
  };

/** Calls of the bots area, one function per route; the costs area implements `getBotCost`. */
export const botService = (deps: BotDeps): Omit<Service<typeof botRoutes>, 'getBotCost'> => ({
  async listBots(caller, { number_of_items, page_number, next, sort, ...filter }) {
    const request = { number_of_items, page_number, next };
    const accept = await createBotFilter(deps.db, caller, filter);
    const { store } = botAccess(deps, caller);
    const page = sort
      ? await store.sortedPage(request, { sort, filter }, accept)
      : await store.page(request, [filter], accept);
    return { ...page, items: page.items.map(summaryOf) };
  },

  countBots: async (caller, filter) => ({
    count: await botAccess(deps, caller).store.count(
      await createBotFilter(deps.db, caller, filter),
    ),
  }),

  previewSchedule: async (_, schedule) => ({ next_runs: previewRuns(schedule, deps.clock()) }),

  getBot: getBot(deps),

  async listBotVersions(caller, { bot_id, ...request }) {
    const { versions, find } = botAccess(deps, caller);
    const { draft_version, published_version } = await find(bot_id);
    const page = await versions.page(bot_id, request, draft_version);
    const items = page.items.map(({ version, saved_by, saved_at }) => ({
      version,
      saved_by,
      saved_at,
      is_draft: version === draft_version,
      is_published: version === published_version,
    }));
    return { ...page, items };
  },

  ...draftCalls(deps),
  ...statusCalls(deps),
  ...exchangeCalls({ ...deps, getBot: getBot(deps) }),
  ...editorCalls(deps),
});
