import type { QueryClient } from '@tanstack/react-query';
import { askFirst } from '#web/api/ask-first.ts';
import { users } from '#web/api/users.ts';
import { loadPage } from './page-code.tsx';
import { addressShown } from './shown-address.ts';
import { accessToken } from './session.ts';

/**
 * Asks at once for all that the first page needs, so that nothing waits for another: who asks, the
 * page's code, and what the page asks for first. Whatever fails here is asked for again by those
 * who show it, who also say what went wrong.
 */
export const headStart = async (queries: QueryClient): Promise<void> => {
  const page = addressShown();
  const token = await accessToken().catch(() => undefined);
  if (token) askFirst(queries, users.getCurrentUser, {});
  if (!page) return;
  const code = await loadPage(page.key).catch(() => undefined);
  if (token) code?.ask?.(queries, { params: page.values, search: page.search });
};
