import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';

/** The names shown for what starts a bot. */
export const triggerNames: Record<BotSummary['trigger_type'], string> = {
  on_demand: 'On demand',
  event_driven: 'Event Driven',
  compliance_finding: 'Compliance Finding',
  scheduled: 'Scheduled',
};
