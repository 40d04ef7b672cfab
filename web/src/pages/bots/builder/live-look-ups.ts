import { ApiError } from '#web/api/api-error.ts';
import { actions } from '#web/api/actions.ts';
import { integrations } from '#web/api/integrations.ts';
import { library } from '#web/api/library.ts';
import { listeners } from '#web/api/listeners.ts';
import type { LookUps } from './drawing/look-ups.ts';
import { BadCall } from './drawing/tool-answer.ts';

const first = { page_number: 1, number_of_items: 100 };

/** What a call refuses is for the model to read: it goes on without. */
const told = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
      throw new BadCall(error.message);
    }
    throw error;
  }
};

/** What searches take: letters and digits, at least two. */
const searched = (name: string): string | undefined => {
  const text = name.replace(/[^A-Za-z0-9 -]+/g, ' ').trim();
  return text.length > 1 ? text : undefined;
};

const missing = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** Looked up by the console's own calls, so with the rights of the person who builds. */
export const liveLookUps = (signal: AbortSignal): LookUps => ({
  listeners: async (name) => {
    const regex = searched(name);
    const asked = { ...first, ...(regex !== undefined && { regex }) };
    return (await told(listeners.listListeners(asked, signal))).items;
  },
  integrations: async ({ name, type }) => {
    const alias = searched(name);
    const asked = {
      ...first,
      ...(alias !== undefined && { alias }),
      ...(type !== undefined && { integration_type: [type] }),
    };
    return (await told(integrations.listIntegrations(asked, signal))).items;
  },
  actions: async (integration_type) => {
    const asked = {
      page_number: 1,
      number_of_items: 1000,
      ...(integration_type !== undefined && { integration_type }),
    };
    return (await told(actions.listActions(asked, signal))).items;
  },
  action: (action_id) => told(missing(actions.getAction({ action_id }, signal))),
  libraryBots: async (text) => {
    const name = searched(text);
    const asked = { ...first, ...(name !== undefined && { name }) };
    return (await told(library.listLibraryBots(asked, signal))).items;
  },
  libraryBot: (library_bot_id) => told(missing(library.getLibraryBot({ library_bot_id }, signal))),
});
