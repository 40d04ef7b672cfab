import { act, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useTopOfPage } from '#web/app/use-top-of-page.ts';

const Frame = () => {
  useTopOfPage();
  return null;
};

it('scrolls to the top on a new page, but not for a filter or on going back', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Frame /> }]);
  render(<RouterProvider router={router} />);
  const root = document.documentElement;
  const goTo = (to: string) => act(() => router.navigate(to));
  root.scrollTop = 300;
  await goTo('/?status=open');
  expect(root.scrollTop).toBe(300);
  await goTo('/bots');
  expect(root.scrollTop).toBe(0);
  root.scrollTop = 200;
  await act(() => router.navigate(-1));
  expect(root.scrollTop).toBe(200);
});
