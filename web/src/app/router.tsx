import { lazy } from 'react';
import { createHashRouter, type RouteObject } from 'react-router';
import { type PageKey, pages, sessionPaths } from '#lib/pages.ts';
import { PageError } from './page-error.tsx';
import { PageCode } from './page-code.tsx';
import { SignedIn, SignOut } from './signed-in.tsx';
import { Standalone } from './standalone.tsx';

const LazyLoginPage = lazy(() =>
  import('#web/pages/login/login.tsx').then((m) => ({ default: m.LoginPage })),
);

const LazyNotFoundPage = lazy(() =>
  import('#web/pages/not-found/not-found.tsx').then((m) => ({ default: m.NotFoundPage })),
);

const routeOf = (key: PageKey): RouteObject => ({
  path: pages[key].path,
  element: <PageCode key={key} page={key} />,
  errorElement: <PageError />,
});

export const routes: RouteObject[] = [
  {
    path: sessionPaths.login,
    element: <Standalone page={<LazyLoginPage />} />,
    errorElement: <PageError />,
  },
  {
    path: sessionPaths.logout,
    element: <Standalone page={<SignOut />} />,
    errorElement: <PageError />,
  },
  {
    path: '/',
    element: <SignedIn />,
    errorElement: <PageError />,
    children: [
      ...(Object.keys(pages) as PageKey[]).map(routeOf),
      { path: '*', element: <LazyNotFoundPage />, errorElement: <PageError /> },
    ],
  },
];

/**
 * The hash router. It blocks navigation that would lose unsaved work, but not to a typed address,
 * whose history entry has no position. So each such entry is first given the position after the
 * previous entry's.
 */
export const createRouter = () => {
  let position = 0;
  window.addEventListener('popstate', () => {
    const { history } = window;
    if (typeof history.state?.idx !== 'number') history.replaceState({ idx: position + 1 }, '');
  });
  const router = createHashRouter(routes);
  router.subscribe(() => {
    position = window.history.state.idx;
  });
  return router;
};
