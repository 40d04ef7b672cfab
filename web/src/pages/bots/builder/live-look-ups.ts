import type { Page } from '#lib/kernel/page.ts';
import { ApiError } from '#web/api/api-error.ts';
import { actions } from '#web/api/actions.ts';
import { integrations } from '#web/api/integrations.ts';
import { library } from '#web/api/library.ts';
import { listeners } from '#web/api/listeners.ts';
import type { LookUps } from './drawing/look-ups.ts';
import { BadCall } from './drawing/tool-answer.ts';

/** The most integrations or listeners that are read and counted. */
const maxItemsRead = 1000;

/**
 * Turns the rejection of a call into an error for the model, which continues without the result.
 */
const withBadCall = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
      throw new BadCall(error.message);
    }
    throw error;
  }
};

/** The text of a name search; names of listeners and integrations contain no other characters. */
const toSearchText = (name: string): string | undefined => {
  const text = name.replace(/[^A-Za-z0-9 -]+/g, ' ').trim();
  return text.length > 1 ? text.slice(0, 100) : undefined;
};

type PageRequest = { number_of_items: number; next?: string };

/** All items of a list, so that those left out can be counted. */
const readAllPages = async <T>(list: (request: PageRequest) => Promise<Page<T>>): Promise<T[]> => {
  const items: T[] = [];
  let next: string | undefined;
  do {
    const request = { number_of_items: 100, ...(next !== undefined && { next }) };
    const page = await withBadCall(list(request));
    items.push(...page.items);
    next = page.next;
  } while (next !== undefined && items.length < maxItemsRead);
  return items;
};

const undefinedIfMissing = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** Look-ups through the console's own calls, and so with the user's permissions. */
export const liveLookUps = (signal: AbortSignal): LookUps => ({
  listeners: (name) => {
    const regex = toSearchText(name);
    const filter = regex === undefined ? {} : { regex };
    return readAllPages((request) => listeners.listListeners({ ...request, ...filter }, signal));
  },
  integrations: ({ name, type }) => {
    const alias = toSearchText(name);
    const filter = {
      ...(alias !== undefined && { alias }),
      ...(type !== undefined && { integration_type: [type] }),
    };
    return readAllPages((request) =>
      integrations.listIntegrations({ ...request, ...filter }, signal),
    );
  },
  actions: async (integration_type) => {
    const request = {
      page_number: 1,
      number_of_items: 1000,
      ...(integration_type !== undefined && { integration_type }),
    };
    return (await withBadCall(actions.listActions(request, signal))).items;
  },
  action: (action_id) => withBadCall(undefinedIfMissing(actions.getAction({ action_id }, signal))),
  libraryBots: (text) => {
    const name = text.trim().slice(0, 100);
    const filter = name === '' ? {} : { name };
    return readAllPages((request) => library.listLibraryBots({ ...request, ...filter }, signal));
  },
  libraryBot: (library_bot_id) =>
    withBadCall(undefinedIfMissing(library.getLibraryBot({ library_bot_id }, signal))),
});
