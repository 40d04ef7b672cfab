import { triggerOf } from '#lib/domain/bots/bot.rules.ts';
import type { BotSummary, Graph } from '#lib/domain/bots/bot.schema.ts';

type TriggerType = BotSummary['trigger_type'];

const startText: Record<Exclude<TriggerType, 'scheduled'>, string> = {
  event_driven: 'Each event of its listener that matches starts a run.',
  on_demand: 'People start it, and nothing else does.',
};

const statusText = (bot: BotSummary, isScheduled: boolean): string => {
  if (bot.status === 'enabled') {
    return isScheduled
      ? 'The bot stays enabled, on the schedule it has.'
      : 'The bot stays enabled.';
  }
  return 'The bot is enabled at once.';
};

/** What publishing a version of a bot does, a sentence each, in the order of weight. */
export const publishEffects = (bot: BotSummary, graph: Graph): string[] => {
  const { trigger_type } = triggerOf(graph);
  const isScheduled = trigger_type === 'scheduled';
  const waits = isScheduled && bot.cron_expression === undefined;
  const losesSchedule = !isScheduled && bot.cron_expression !== undefined;
  const leavesPortal = trigger_type === 'event_driven' && bot.service_portal_published;
  return [
    waits
      ? 'The bot runs once it is scheduled: you are asked when right afterwards.'
      : statusText(bot, isScheduled),
    ...(isScheduled ? [] : [startText[trigger_type]]),
    ...(losesSchedule ? ['Its schedule ends.'] : []),
    ...(leavesPortal ? ['It leaves the service portal, where nobody could start it.'] : []),
    ...(bot.published_version === undefined ? [] : ['Runs under way end as they began.']),
  ];
};
