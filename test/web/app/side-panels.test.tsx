import '@testing-library/jest-dom';
import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import { InfoLink } from '#web/app/help.tsx';
import { shownPage, usePage } from '#web/app/page.ts';
import { useDrawers } from '#web/app/side-panels.tsx';
import { useStore } from '#web/app/store.ts';
import '../configure.ts';

/** A page that opens a panel to write in, or another one. */
const Writing = () => {
  const [title, open] = useState<string>();
  const body = <input aria-label={`Text of ${title ?? ''}`} />;
  usePage({
    title: 'Writing',
    help: { title: 'About writing', body: null },
    drawer: title === undefined ? undefined : { title, body, onClose: () => open(undefined) },
  });
  return (
    <>
      <InfoLink />
      <button onClick={() => open('Letter')}>Write a letter</button>
    </>
  );
};

// Drawn once: what a page tells does not draw the page again.
const writing = <Writing />;

const Layout = () => {
  const { drawerBody, ...drawers } = useDrawers(useStore(shownPage));
  return (
    <>
      <AppLayoutToolbar toolsHide navigationHide {...drawers} content={writing} />
      {drawerBody}
    </>
  );
};

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const help = () => screen.queryByRole('heading', { name: 'About writing' });
const text = () => screen.queryByRole('textbox', { name: 'Text of Letter' });

describe('the panels at the side', () => {
  it('what was typed in a panel stands there after a look at the help', async () => {
    render(<Layout />);
    await press('Write a letter');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Text of Letter' }), 'Dear');
    await press('Info: open help');
    expect(help()).toBeVisible();
    expect(text()).not.toBeInTheDocument();
    await press('Close help');
    expect(text()).toHaveValue('Dear');
  });

  it('a panel that is opened takes the place of the help', async () => {
    render(<Layout />);
    await press('Info: open help');
    expect(help()).toBeVisible();
    await press('Write a letter');
    expect(await screen.findByRole('textbox', { name: 'Text of Letter' })).toBeVisible();
    expect(help()).not.toBeInTheDocument();
  });

  it('a panel that was closed begins anew', async () => {
    render(<Layout />);
    await press('Write a letter');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Text of Letter' }), 'Dear');
    await press('Close Letter');
    await press('Write a letter');
    expect(await screen.findByRole('textbox', { name: 'Text of Letter' })).toHaveValue('');
  });
});
