import { lazy } from 'react';
import { createHashRouter, type RouteObject } from 'react-router';
import { FirstPage } from './allowed-page.tsx';
import { PageError } from './page-error.tsx';
import { pages, type LoadPage } from './pages.ts';
import { SignedIn, SignOut } from './signed-in.tsx';
import { Standalone } from './standalone.tsx';

const LoginPage = lazy(() =>
  import('#web/pages/login/login.tsx').then((m) => ({ default: m.LoginPage })),
);

const routeOf = ([path, load]: [string, LoadPage]): RouteObject => {
  const Component = lazy(load);
  return { path, element: <Component />, errorElement: <PageError /> };
};

export const routes: RouteObject[] = [
  { path: 'login', element: <Standalone page={<LoginPage />} />, errorElement: <PageError /> },
  { path: 'logout', element: <Standalone page={<SignOut />} />, errorElement: <PageError /> },
  {
    path: '/',
    element: <SignedIn />,
    errorElement: <PageError />,
    children: [{ index: true, element: <FirstPage /> }, ...Object.entries(pages).map(routeOf)],
  },
];

/**
 * The hash router. It holds back who would lose work, but not on their way to an address that was
 * typed: that is an entry of the history without a position. So each is given the one after the
 * entry before, first of all.
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
