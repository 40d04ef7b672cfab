import '@testing-library/jest-dom';
import { useState } from 'react';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import { InfoLink } from '#web/app/help.tsx';
import { shownPage, usePage } from '#web/app/page.ts';
import { useDrawers } from '#web/app/side-panels.tsx';
import { useStore } from '#web/app/store.ts';
import '../configure.ts';

/** A page that opens a panel to write in, or another one; one opens by itself. */
const WritingPage = () => {
  const [title, setTitle] = useState<string>();
  const body = <input aria-label={`Text of ${title ?? ''}`} />;
  usePage({
    title: 'Writing',
    help: { title: 'About writing', body: null },
    drawer:
      title === undefined
        ? undefined
        : { title, body, onClose: () => setTitle(undefined), opensItself: title === 'Reminder' },
  });
  return (
    <>
      <InfoLink />
      <button onClick={() => setTitle('Letter')}>Write a letter</button>
      <button onFocus={() => setTitle('Reminder')}>Go on</button>
      <button onClick={() => setTitle(undefined)}>Put it away</button>
    </>
  );
};

// Rendered once: what a page reports must not render it again.
const writingPage = <WritingPage />;

const Layout = () => {
  const { drawerBody, ...drawers } = useDrawers(useStore(shownPage));
  return (
    <>
      <AppLayoutToolbar toolsHide navigationHide {...drawers} content={writingPage} />
      {drawerBody}
    </>
  );
};

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const focusedElement = () => document.activeElement as HTMLElement;
const help = () => screen.queryByRole('heading', { name: 'About writing' });
const text = () => screen.queryByRole('textbox', { name: 'Text of Letter' });

describe('the side panels', () => {
  it('keep typed text while the help is open', async () => {
    render(<Layout />);
    await press('Write a letter');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Text of Letter' }), 'Dear');
    await press('Info: open help');
    expect(help()).toBeVisible();
    expect(text()).not.toBeInTheDocument();
    await press('Close help');
    expect(text()).toHaveValue('Dear');
  });

  it('replace the help when they are opened', async () => {
    render(<Layout />);
    await press('Info: open help');
    expect(help()).toBeVisible();
    await press('Write a letter');
    expect(await screen.findByRole('textbox', { name: 'Text of Letter' })).toBeVisible();
    expect(help()).not.toBeInTheDocument();
  });

  it('are empty when they are opened again', async () => {
    render(<Layout />);
    await press('Write a letter');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Text of Letter' }), 'Dear');
    await press('Close Letter');
    await press('Write a letter');
    expect(await screen.findByRole('textbox', { name: 'Text of Letter' })).toHaveValue('');
  });

  describe('the focus in side panels', () => {
    const openLetter = async () => {
      render(<Layout />);
      await press('Write a letter');
      await waitForFocus();
    };
    const waitForFocus = () => waitFor(() => expect(inPanel()).toContainElement(focusedElement()));
    const waitForHelp = () =>
      waitFor(() =>
        expect(screen.getByRole('complementary', { name: 'Help' })).toContainElement(
          focusedElement(),
        ),
      );
    const inPanel = () => screen.getByRole('complementary', { name: 'Letter' });
    const opener = () => screen.getByRole('button', { name: 'Write a letter' });

    it('moves into an opened panel and back after closing', async () => {
      await openLetter();
      await press('Close Letter');
      expect(opener()).toHaveFocus();
    });

    it('returns to the opener when Escape closes the panel', async () => {
      await openLetter();
      await userEvent.type(await screen.findByRole('textbox', { name: 'Text of Letter' }), 'Dear');
      await userEvent.keyboard('{Escape}');
      expect(text()).not.toBeInTheDocument();
      expect(opener()).toHaveFocus();
    });

    it('keeps the panel open on Escape outside the panel', async () => {
      await openLetter();
      act(() => opener().focus());
      await userEvent.keyboard('{Escape}');
      expect(text()).toBeVisible();
    });

    it('stays on a page button that closes the panel', async () => {
      await openLetter();
      await press('Put it away');
      expect(text()).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Put it away' })).toHaveFocus();
    });

    it('does not move into a panel that opens by itself', async () => {
      render(<Layout />);
      const button = screen.getByRole('button', { name: 'Go on' });
      act(() => button.focus());
      expect(await screen.findByRole('textbox', { name: 'Text of Reminder' })).toBeVisible();
      expect(button).toHaveFocus();
    });

    it.each(['Info: open help', 'Open help'])('moves into help with "%s" and back', async (by) => {
      render(<Layout />);
      await press(by);
      await waitForHelp();
      await userEvent.keyboard('{Escape}');
      expect(help()).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: by })).toHaveFocus();
    });

    it('returns from the help to the panel behind it', async () => {
      await openLetter();
      await press('Info: open help');
      await waitForHelp();
      await userEvent.keyboard('{Escape}');
      expect(text()).toBeVisible();
      await waitForFocus();
    });
  });
});
