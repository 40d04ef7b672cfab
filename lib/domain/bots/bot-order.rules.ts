import type { BotSort } from './bot-order.schema.ts';
import type { Bot } from './bot.schema.ts';

type Sorted = Pick<
  Bot,
  'name' | 'status' | 'category' | 'importance' | 'trigger_type' | 'run_at' | 'updated_at'
>;

/** Importance is ordered from low to high, not by letters. */
const importanceOrder: readonly Bot['importance'][] = ['Low', 'Medium', 'High'];

const byText =
  (text: (bot: Sorted) => string) =>
  (a: Sorted, b: Sorted): number =>
    text(a).localeCompare(text(b), 'en', { numeric: true });

/** Comparison functions by sort field. */
export const botOrders = {
  importance: (a: Sorted, b: Sorted): number =>
    importanceOrder.indexOf(a.importance) - importanceOrder.indexOf(b.importance),
  name: byText(({ name }) => name),
  status: byText(({ status }) => status),
  category: byText(({ category }) => category),
  trigger_type: byText(({ trigger_type }) => trigger_type),
  /** Bots without a schedule come last. */
  run_at: byText(({ run_at }) => run_at ?? '9999'),
  updated_at: byText(({ updated_at }) => updated_at),
};

export type BotOrder = keyof typeof botOrders;

/** The field and direction of a sort. */
export const parseSort = (sort: BotSort): { by: BotOrder; descending: boolean } => {
  const by = (Object.keys(botOrders) as BotOrder[]).find((one) => sort.endsWith(one));
  return { by: by ?? 'importance', descending: sort.startsWith('-') };
};

/** Sorts bots; the sort is stable. */
export const sortBots = <T extends Sorted>(bots: readonly T[], sort: BotSort): T[] => {
  const { by, descending } = parseSort(sort);
  const compare = botOrders[by];
  return bots.toSorted((a, b) => compare(a, b) * (descending ? -1 : 1));
};
