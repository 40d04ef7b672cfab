import { memo } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { pages } from '#lib/pages.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { entriesFor, entryAt, navigationEntries } from './navigation.tsx';
import { useCurrentUser, useRefusal } from './session.ts';
import { useFirstPageLink } from './use-first-page-link.ts';

const LazyForbiddenPage = lazyPart(
  async () => (await import('#web/components/forbidden-page.tsx')).ForbiddenPage,
);

/**
 * The target of the root path for users who may not see dashboards: the first page that they may
 * see.
 */
const FirstPage = () => {
  const { data } = useCurrentUser();
  const [first] = entriesFor(data);
  const refusal = useRefusal(navigationEntries[0]);
  if (first) return <Navigate to={first.to} replace />;
  return <LazyForbiddenPage subject="this console" refusal={refusal ?? ''} />;
};

/**
 * The requested page, or, where the user may not read its area's list, a page that says who can
 * grant access. Memoised: pages report themselves to the shell at each render, and a render of the
 * shell must not render them again.
 */
export const AllowedPage = memo(() => {
  const { pathname } = useLocation();
  const entry = entryAt(pathname);
  const refusal = useRefusal(entry);
  const back = useFirstPageLink();
  if (!entry || !refusal) return <Outlet />;
  if (pathname === pages.dashboards.path) return <FirstPage />;
  return <LazyForbiddenPage subject={entry.text.toLowerCase()} refusal={refusal} back={back} />;
});
