import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { disabledBy } from '#web/components/disabled-by.ts';

/** A menu's entry for another schedule, while the bot is on one. */
export const scheduleItems = ({ status, trigger_type }: BotSummary, refusal: string | undefined) =>
  status === 'enabled' && trigger_type === 'scheduled'
    ? [{ id: 'schedule', text: 'Change schedule', ...disabledBy(refusal) }]
    : [];
