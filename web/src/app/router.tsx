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

export const createRouter = () => createHashRouter(routes);
