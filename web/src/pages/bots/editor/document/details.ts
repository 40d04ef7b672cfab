import type * as z from 'zod';
import { botSettings, newBot, type NewBot } from '#lib/domain/bots/bot.schema.ts';

/** Everything of a bot but its graph. */
export type BotDetails = Omit<NewBot, 'graph'>;

export const botDetails = newBot.omit({ graph: true });

/** The limits of a bot's runs as form values: defaults may be missing. */
export type RunBounds = z.input<typeof botSettings>;

export const newDetails: BotDetails = {
  name: '',
  description: '',
  category: 'Security',
  importance: 'Medium',
};

export const detailsOf = (bot: NewBot): BotDetails => {
  const { name, description, category, importance, settings } = bot;
  return { name, description, category, importance, ...(settings && { settings }) };
};

/** The limits that are set, in a fixed order. */
const boundsText = (settings: RunBounds = {}): string => {
  const { deadline_minutes, minutes_saved, retention_days, ...otherSettings } =
    botSettings.parse(settings);
  const { concurrency, error_bot_id, allow_overlap, max_resources } = otherSettings;
  return JSON.stringify([
    deadline_minutes,
    minutes_saved,
    retention_days,
    concurrency && [concurrency.limit, concurrency.when_full, concurrency.key],
    error_bot_id,
    allow_overlap,
    max_resources && [max_resources.count, max_resources.percent],
  ]);
};

export const hasSameDetails = (a: BotDetails, b: BotDetails): boolean =>
  a.name === b.name &&
  a.description === b.description &&
  a.category === b.category &&
  a.importance === b.importance &&
  boundsText(a.settings) === boundsText(b.settings);

/** The settings without empty groups. */
export const tidyBounds = ({ concurrency, max_resources, ...rest }: RunBounds): RunBounds => {
  const hasMaxResources = Object.values(max_resources ?? {}).some((value) => value !== undefined);
  return {
    ...rest,
    ...(concurrency && { concurrency }),
    ...(max_resources && hasMaxResources && { max_resources }),
  };
};
