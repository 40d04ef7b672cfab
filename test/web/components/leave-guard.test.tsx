import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { addressOf, show } from '../render.tsx';

const open = (dirty: boolean) =>
  show(<LeaveGuard dirty={dirty} />, { path: '/things/:id', at: '/things/1?tab=form' });

const asked = () => screen.findByRole('dialog', { name: 'Leave page' });

const asks = () => screen.queryByRole('dialog', { name: 'Leave page' });

describe('changed work', () => {
  it.each(['/elsewhere', '/things/2?tab=form', '/things/1?tab=list', '/things/1'])(
    'is not left for %s unasked',
    async (address) => {
      const page = open(true);
      void page.router.navigate(address);
      await asked();
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(addressOf(page)).toBe('/things/1?tab=form');
    },
  );

  it('is left once that was confirmed', async () => {
    const page = open(true);
    void page.router.navigate('/things/1?mode=view');
    await asked();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(addressOf(page)).toBe('/things/1?mode=view'));
  });

  it('is asked about, although something in its page has a guard and is unchanged', async () => {
    const both = (
      <>
        <LeaveGuard dirty />
        <LeaveGuard dirty={false} />
      </>
    );
    const page = show(both, { path: '/things/:id', at: '/things/1' });
    void page.router.navigate('/elsewhere');
    await asked();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(addressOf(page)).toBe('/elsewhere'));
    expect(asks()).toBeNull();
  });

  it('holds a tab that is closed', () => {
    open(true);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
  });
});

it('asks nobody who changed nothing', async () => {
  const page = open(false);
  await page.router.navigate('/things/1?tab=list');
  expect(addressOf(page)).toBe('/things/1?tab=list');
  expect(asks()).toBeNull();
});
