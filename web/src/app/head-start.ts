import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { pages } from '#lib/pages.ts';
import { askFirst } from '#web/api/ask-first.ts';
import { users } from '#web/api/users.ts';
import { pageCode } from './pages.ts';
import { pageAt } from './place.ts';
import { accessToken } from './session.ts';

/**
 * Asks at once for all that the first page needs, so that nothing waits for another: who asks, the
 * page's code, and what the page asks for first. Whatever fails here is asked for again by those
 * who show it, who also say what went wrong.
 */
export const headStart = async (queries: QueryClient): Promise<void> => {
  const { pathname, searchParams } = new URL(window.location.hash.slice(1), window.location.origin);
  const key = pageAt(pathname);
  const token = await accessToken().catch(() => undefined);
  // Before the code: a browser asks six things at a time, and the code is many files.
  if (token) askFirst(queries, users.getCurrentUser, {});
  if (!key) return;
  const code = await pageCode[key]().catch(() => undefined);
  const params = matchPath(pages[key].path, pathname)?.params ?? {};
  if (token) code?.ask?.(queries, { params, search: searchParams });
};
