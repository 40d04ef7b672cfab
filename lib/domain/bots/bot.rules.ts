import type { FindingTransition, Severity } from '#lib/kernel/findings.ts';
import { containsText } from '#lib/kernel/text.ts';
import type { Bot } from './bot.schema.ts';
import type { FindingFilter } from './nodes/start.schema.ts';

type Filter = {
  status?: Bot['status'] | undefined;
  category?: Bot['category'] | undefined;
  importance?: Bot['importance'] | undefined;
  event?: Bot['trigger_type'] | undefined;
  listener_id?: string | undefined;
  integration_type?: string | undefined;
  /** Any of these. */
  integration_ids?: readonly string[] | undefined;
  service_portal_published?: 'true' | 'false' | undefined;
  regex?: string | undefined;
};

/** Whether a bot matches the filter of a list. */
export const matchesFilter = (bot: Bot, filter: Filter): boolean =>
  (!filter.status || bot.status === filter.status) &&
  (!filter.category || bot.category === filter.category) &&
  (!filter.importance || bot.importance === filter.importance) &&
  (!filter.event || bot.trigger_type === filter.event) &&
  (!filter.listener_id || bot.listener_id === filter.listener_id) &&
  (!filter.integration_type || bot.integration_types.includes(filter.integration_type)) &&
  (filter.integration_ids?.some((id) => bot.integration_ids.includes(id)) ?? true) &&
  (!filter.service_portal_published ||
    bot.service_portal_published === (filter.service_portal_published === 'true')) &&
  containsText(bot.name, filter.regex);

type TriggerType = Bot['trigger_type'];

/** Trigger types whose runs need an event: the wording for these bots and for when they run. */
const eventTriggers: Partial<Record<TriggerType, readonly [bots: string, when: string]>> = {
  event_driven: ['Event-driven bots', 'their listener is called'],
  compliance_finding: ['Bots that are started by findings', 'a scan finds something'],
};

/** Why bots of this trigger type cannot be started by hand; undefined if they can. */
export const whyNotManual = (trigger_type: TriggerType): string | undefined => {
  const [bots, when] = eventTriggers[trigger_type] ?? [];
  return bots && `${bots} cannot be run now: they run when ${when}.`;
};

/** Why bots of this trigger type cannot be in the service portal; undefined if they can. */
export const whyNotInPortal = (trigger_type: TriggerType): string | undefined => {
  const [bots] = eventTriggers[trigger_type] ?? [];
  return bots && `${bots} cannot be published to the service portal.`;
};

/** A change of the findings of one rule in one scan. */
export type FindingChange = {
  rule_id: string;
  severity: Severity;
  integration_id: string;
} & FindingTransition;

const isAmong = <T>(value: T, allowed: readonly T[]): boolean =>
  allowed.length === 0 || allowed.includes(value);

/** Whether these findings start a bot with this filter. */
export const isStartedBy = (
  { rules, severities, criticalities, integrations, starts_for }: FindingFilter,
  { rule_id, severity, integration_id, change, criticality }: FindingChange,
): boolean =>
  isAmong(rule_id, rules) &&
  isAmong(severity, severities) &&
  isAmong(criticality, criticalities) &&
  isAmong(integration_id, integrations) &&
  (starts_for === 'both' || starts_for === change);

/** Takes the place of the listener id in the trigger keys of bots that findings start. */
export const findingsKey = 'findings';

/** The listener id or `findings` that start this bot; undefined if disabled or not published. */
const triggerSourceOf = ({ status, published_version, ...bot }: Bot): string | undefined => {
  if (status !== 'enabled' || published_version === undefined) return undefined;
  return bot.trigger_type === 'compliance_finding' ? findingsKey : bot.listener_id;
};

/** Whether the bot is enabled, published and has a schedule that starts it. */
export const isScheduled = (bot: Bot): bot is Bot & { cron_expression: string; tz_info: string } =>
  bot.status === 'enabled' &&
  bot.published_version !== undefined &&
  bot.trigger_type === 'scheduled' &&
  bot.cron_expression !== undefined &&
  bot.tz_info !== undefined;

/** The index keys by which triggers find a bot; undefined removes it from the index. */
export const triggerKeys = (bot: Bot): Pick<Bot, 'trigger_key' | 'cron_key'> => {
  const by = triggerSourceOf(bot);
  return {
    trigger_key: by === undefined ? undefined : `${bot.tenant_id}#${by}`,
    cron_key: isScheduled(bot) ? 'scheduled' : undefined,
  };
};

/** Whether other bots may start it, as an error bot or through an AI agent. */
export const isRunnable = (bot: Bot | undefined): bot is Bot & { published_version: number } =>
  bot?.status === 'enabled' && bot.published_version !== undefined;

/** Whether the service portal offers the bot. */
export const isApp = (bot: Bot): bot is Bot & { published_version: number } =>
  bot.service_portal_published && bot.published_version !== undefined;
