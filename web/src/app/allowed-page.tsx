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

/** Where the root leads whoever may see no dashboards: to the first page that they may see. */
const FirstPage = () => {
  const { data } = useCurrentUser();
  const [first] = openTo(data);
  const refusal = useRefusal(entries[0]);
  if (first) return <Navigate to={first.to} replace />;
  return <LazyForbiddenPage what="this console" refusal={refusal ?? ''} />;
};

/**
 * The page asked for; or who decides about it, where the person may not read its area's list.
 * Pages tell the shell about themselves at each render: the shell's own must not render them.
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
