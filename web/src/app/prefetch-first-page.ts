import type { QueryClient } from '@tanstack/react-query';
import { prefetchCall } from '#web/api/prefetch.ts';
import { users } from '#web/api/users.ts';
import { loadPage } from './page-code.tsx';
import { currentAddress } from './current-address.ts';
import { getAccessToken } from './session.ts';

/**
 * Requests early all that the first page needs: the signed-in user and the page's code in parallel,
 * then the page's first calls. Anything that fails here is requested again by the component that
 * shows it, which also reports the error.
 */
export const prefetchFirstPage = async (queries: QueryClient): Promise<void> => {
  const page = currentAddress();
  const token = await getAccessToken().catch(() => undefined);
  if (token) prefetchCall(queries, users.getCurrentUser, {});
  if (!page) return;
  const code = await loadPage(page.key).catch(() => undefined);
  if (token) code?.ask?.(queries, { params: page.values, search: page.search });
};
