import { Suspense } from 'react';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { lazyExtra, lazyPart } from '#web/components/lazy-part.tsx';
import { lazyPrepared } from '#web/components/lazy-prepared.tsx';
import { renderPage } from '../render.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** Fetches the greeting; the first attempt fails. */
const failFirstLoad = () => {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module: /x.js');
    return Greeting;
  };
};

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a part of a page that cannot be loaded', () => {
  it('leaves the rest of the page usable and appears after a retry', async () => {
    const Part = lazyPart(failFirstLoad());
    renderPage(
      <Suspense>
        <input aria-label="Work" defaultValue="kept" />
        <Part name="Ada" />
      </Suspense>,
    );
    await screen.findByText('A part of the console could not be loaded');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByLabelText('Work')).toHaveValue('kept');
    await press('Try again');
    await screen.findByText('Hello Ada');
  });

  it('shows a failed early load, with a retry, when the part is needed', async () => {
    const { usePrepared, Part } = lazyPrepared(failFirstLoad(), 'Loading greeting');
    const Page = () => {
      usePrepared();
      return <Part name="Ada" />;
    };
    renderPage(<Page />);
    screen.getByText('Loading greeting');
    await screen.findByText('A part of the console could not be loaded');
    await press('Try again');
    await screen.findByText('Hello Ada');
  });

  it('can be closed if the part is a dialog', async () => {
    const Part = lazyDialog<{ name: string }>(failFirstLoad());
    const onClose = jest.fn();
    renderPage(
      <Suspense>
        <Part name="Ada" onClose={onClose} />
      </Suspense>,
    );
    await screen.findByRole('dialog', { name: 'A part of the console could not be loaded' });
    await press('Cancel');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('is left out if the part is optional', async () => {
    const Part = lazyExtra(failFirstLoad());
    renderPage(
      <Suspense fallback="Waiting">
        <p>The rest</p>
        <Part name="Ada" />
      </Suspense>,
    );
    await screen.findByText('The rest');
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });
});
