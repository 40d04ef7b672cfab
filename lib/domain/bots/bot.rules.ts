import { containsText } from '#lib/kernel/text.ts';
import type { Bot, Graph } from './bot.schema.ts';
import { integrationsOf } from './integration.rules.ts';
import { nodeSettings } from './node.schema.ts';

type Filter = {
  status?: Bot['status'] | undefined;
  category?: Bot['category'] | undefined;
  importance?: Bot['importance'] | undefined;
  event?: Bot['trigger_type'] | undefined;
  listener_id?: string | undefined;
  integration_type?: string | undefined;
  integration_id?: string | undefined;
  service_portal_published?: 'true' | 'false' | undefined;
  regex?: string | undefined;
};

/** Whether a bot belongs into a list filtered so. */
export const matches = (bot: Bot, filter: Filter): boolean =>
  (!filter.status || bot.status === filter.status) &&
  (!filter.category || bot.category === filter.category) &&
  (!filter.importance || bot.importance === filter.importance) &&
  (!filter.event || bot.trigger_type === filter.event) &&
  (!filter.listener_id || bot.listener_id === filter.listener_id) &&
  (!filter.integration_type || bot.integration_types.includes(filter.integration_type)) &&
  (!filter.integration_id || bot.integration_ids.includes(filter.integration_id)) &&
  (!filter.service_portal_published ||
    bot.service_portal_published === (filter.service_portal_published === 'true')) &&
  containsText(bot.name, filter.regex);

/** What starts a graph, read from its start node; a draft without one is started on demand. */
export const triggerOf = (graph: Graph): Pick<Bot, 'trigger_type' | 'listener_id'> => {
  const start = graph.nodes.find(({ type }) => type === 'start');
  const settings = nodeSettings.start.safeParse(start?.settings ?? {});
  if (!settings.success) return { trigger_type: 'on_demand', listener_id: undefined };
  const { trigger_type, listener_id } = settings.data;
  return {
    trigger_type,
    listener_id: trigger_type === 'event_driven' ? listener_id : undefined,
  };
};

/** What a bot says of its draft until a version is published. */
export const saidOfDraft = (
  graph: Graph,
): Pick<Bot, 'trigger_type' | 'integration_types' | 'integration_ids' | 'action_ids'> => ({
  trigger_type: triggerOf(graph).trigger_type,
  ...integrationsOf(graph),
});

/** Whether events of its listener start this bot now. */
const isTriggered = (bot: Bot): boolean =>
  bot.status === 'enabled' &&
  bot.published_version !== undefined &&
  bot.trigger_type === 'event_driven' &&
  bot.listener_id !== undefined;

/** Whether its schedule starts this bot now. */
export const isScheduled = (bot: Bot): bot is Bot & { cron_expression: string; tz_info: string } =>
  bot.status === 'enabled' &&
  bot.published_version !== undefined &&
  bot.trigger_type === 'scheduled' &&
  bot.cron_expression !== undefined &&
  bot.tz_info !== undefined;

/** The keys by which what starts a bot finds it; undefined keeps it from being found. */
export const triggerKeys = (bot: Bot): Pick<Bot, 'listener_key' | 'cron_key'> => ({
  listener_key: isTriggered(bot) ? `${bot.tenant_id}#${bot.listener_id}` : undefined,
  cron_key: isScheduled(bot) ? 'scheduled' : undefined,
});

/** Whether the service portal offers the bot. */
export const isApp = (bot: Bot): bot is Bot & { published_version: number } =>
  bot.service_portal_published && bot.published_version !== undefined;
