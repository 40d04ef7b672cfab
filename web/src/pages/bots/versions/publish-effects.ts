import { triggerOf } from '#lib/domain/bots/trigger.rules.ts';
import type { Bot, BotSummary, Graph } from '#lib/domain/bots/bot.schema.ts';
import { isSwitchedOff, publicationFields } from '#lib/domain/bots/status.rules.ts';

type Published = ReturnType<typeof publicationFields>;

const startText: Record<Exclude<Bot['trigger_type'], 'scheduled'>, string> = {
  event_driven: 'Every event its listener receives starts a run.',
  compliance_finding: 'A scan with findings starts one run for each rule that has findings.',
  on_demand: 'It runs only when somebody starts it.',
};

const statusText = (bot: BotSummary, { status }: Published, isScheduled: boolean): string => {
  if (status === 'disabled') {
    return bot.status === 'enabled'
      ? 'The bot is disabled until it is scheduled.'
      : 'The bot stays disabled until it is scheduled.';
  }
  if (isSwitchedOff(bot)) return 'The bot stays disabled, as it was, unless you enable it too.';
  if (bot.status === 'disabled') return 'The bot is enabled at once.';
  return isScheduled
    ? 'The bot stays enabled, with its current schedule.'
    : 'The bot stays enabled.';
};

/** Whether the bot runs only after it is scheduled. */
export const waitsForSchedule = (bot: BotSummary, graph: Graph): boolean =>
  publicationFields(bot, { trigger: triggerOf(graph), version: bot.draft_version, enable: true })
    .status === 'disabled';

/** The effects of publishing a version, a sentence each, the most important first. */
export const publishEffects = (bot: BotSummary, graph: Graph): string[] => {
  const trigger = triggerOf(graph);
  const { trigger_type } = trigger;
  // As if it were enabled, so that whatever prevents it from running is listed first.
  const after = publicationFields(bot, { trigger, version: bot.draft_version, enable: true });
  const losesSchedule = bot.cron_expression !== undefined && after.last_schedule !== undefined;
  return [
    statusText(bot, after, trigger_type === 'scheduled'),
    ...(trigger_type === 'scheduled' ? [] : [startText[trigger_type]]),
    ...(losesSchedule ? ['Its schedule ends.'] : []),
    ...(after.service_portal_published === false
      ? ['It is removed from the service portal, because nobody could start it there.']
      : []),
    ...(bot.published_version === undefined
      ? []
      : ['Runs in progress keep the version they started with.']),
  ];
};
