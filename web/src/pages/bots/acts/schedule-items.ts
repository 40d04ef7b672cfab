import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { disabledBy } from '#web/components/disabled-by.ts';

/** The menu item for changing the schedule, for an enabled scheduled bot. */
export const scheduleItems = ({ status, trigger_type }: BotSummary, refusal: string | undefined) =>
  status === 'enabled' && trigger_type === 'scheduled'
    ? [{ id: 'schedule', text: 'Change schedule', ...disabledBy(refusal) }]
    : [];
