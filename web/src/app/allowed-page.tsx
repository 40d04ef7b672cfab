import { memo } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { pages } from '#lib/pages.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { entries, entryOf, openTo } from './navigation.tsx';
import { useCurrentUser, useRefusal } from './session.ts';
import { useWayBack } from './way-back.ts';

const LazyForbiddenPage = lazyPart(
  async () => (await import('#web/components/forbidden-page.tsx')).ForbiddenPage,
);

/**
 * The target of the root path for users who may not see dashboards: the first page that they may
 * see.
 */
const FirstPage = () => {
  const { data } = useCurrentUser();
  const [first] = openTo(data);
  const refusal = useRefusal(entries[0]);
  if (first) return <Navigate to={first.to} replace />;
  return <LazyForbiddenPage what="this console" refusal={refusal ?? ''} />;
};

/**
 * The requested page, or, where the user may not read its area's list, a page that says who can
 * grant access. Memoised: pages report themselves to the shell at each render, and a render of the
 * shell must not render them again.
 */
export const AllowedPage = memo(() => {
  const { pathname } = useLocation();
  const entry = entryOf(pathname);
  const refusal = useRefusal(entry);
  const back = useWayBack();
  if (!entry || !refusal) return <Outlet />;
  if (pathname === pages.dashboards.path) return <FirstPage />;
  return <LazyForbiddenPage what={entry.text.toLowerCase()} refusal={refusal} back={back} />;
});
