import { searchText } from '#lib/kernel/page.ts';
import { bots } from '#web/api/bots.ts';
import { type PickerOptions, useSelectableItems } from './use-selectable-items.ts';

/** The bots to choose from. */
export const useSelectableBots = (options: PickerOptions) =>
  useSelectableItems(
    {
      list: bots.listBots,
      fitting: (text) => ({
        page_number: 1,
        number_of_items: 100,
        regex: searchText.safeParse(text).data,
      }),
      get: bots.getBot,
      one: (bot_id) => ({ bot_id }),
      idOf: ({ _id }) => _id,
    },
    options,
  );
