import { newBot, type BotView, type NewBot } from '#lib/domain/bots/bot.schema.ts';

/** Everything of a bot but its graph. */
export type BotDetails = Omit<NewBot, 'graph'>;

export const botDetails = newBot.omit({ graph: true });

export const newDetails: BotDetails = {
  name: '',
  description: '',
  category: 'Security',
  importance: 'Medium',
};

export const detailsOf = ({ name, description, category, importance }: BotView): BotDetails => ({
  name,
  description,
  category,
  importance,
});

export const sameDetails = (a: BotDetails, b: BotDetails): boolean =>
  a.name === b.name &&
  a.description === b.description &&
  a.category === b.category &&
  a.importance === b.importance;
