import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { addressOf, renderPage } from '../render.tsx';

const open = (dirty: boolean) =>
  renderPage(<LeaveGuard dirty={dirty} />, { path: '/things/:id', at: '/things/1?tab=form' });

const findLeaveDialog = () => screen.findByRole('dialog', { name: 'Leave page' });

const queryLeaveDialog = () => screen.queryByRole('dialog', { name: 'Leave page' });

describe('a page with unsaved changes', () => {
  it.each(['/elsewhere', '/things/2?tab=form', '/things/1?tab=list', '/things/1'])(
    'asks for confirmation before the user leaves for %s',
    async (address) => {
      const page = open(true);
      void page.router.navigate(address);
      await findLeaveDialog();
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(addressOf(page)).toBe('/things/1?tab=form');
    },
  );

  it('is left after the user confirms', async () => {
    const page = open(true);
    void page.router.navigate('/things/1?mode=view');
    await findLeaveDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(addressOf(page)).toBe('/things/1?mode=view'));
  });

  it('asks even if another guard on the page has no changes', async () => {
    const both = (
      <>
        <LeaveGuard dirty />
        <LeaveGuard dirty={false} />
      </>
    );
    const page = renderPage(both, { path: '/things/:id', at: '/things/1' });
    void page.router.navigate('/elsewhere');
    await findLeaveDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(addressOf(page)).toBe('/elsewhere'));
    expect(queryLeaveDialog()).toBeNull();
  });

  it('asks before its tab is closed', () => {
    open(true);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
  });
});

it('a page without changes is left without a question', async () => {
  const page = open(false);
  await page.router.navigate('/things/1?tab=list');
  expect(addressOf(page)).toBe('/things/1?tab=list');
  expect(queryLeaveDialog()).toBeNull();
});
