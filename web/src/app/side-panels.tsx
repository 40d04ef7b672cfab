import { Suspense, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { AppLayoutProps } from '@cloudscape-design/components/app-layout';
import Drawer from '@cloudscape-design/components/drawer';
import * as z from 'zod';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { helpDrawer } from './help.tsx';
import { helpOpen, type Page } from './page.ts';
import { usePreference } from './preferences.ts';
import { useEscape, useReturnOfFocus } from './panel-focus.ts';
import { useStore } from './store.ts';

// Few pages have one, and it brings its preferences' dialog along.
const LazySplitPanel = lazyPart(
  async () => (await import('@cloudscape-design/components/split-panel')).default,
);

const isOpen = z.boolean();
const panelSize = z.number().min(100).max(4000);
const panelPosition = z.enum(['side', 'bottom']);

/** Width up to which the layout lays its navigation over the page. */
const mobile = () => window.matchMedia('(max-width: 688px)');
const isMobile = () => mobile().matches;

const onMobileChange = (listener: () => void) => {
  const query = mobile();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Open on wide screens unless the page needs the room; what the user chose is kept. */
export const useNavigationOpen = (contentType: Page['contentType']) => {
  const [wanted, want] = usePreference('navigation', isOpen, true);
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string>();
  const onMobile = useSyncExternalStore(onMobileChange, isMobile);
  const needsRoom = onMobile || contentType === 'form' || contentType === 'wizard';
  const change = (open: boolean) => {
    // The layout closes the navigation itself when the window becomes narrow: nobody's choice.
    if (needsRoom || isMobile()) setOpenOn(open ? pathname : undefined);
    else want(open);
  };
  return {
    navigationOpen: needsRoom ? openOn === pathname : wanted,
    onNavigationChange: ({ detail }: { detail: { open: boolean } }) => change(detail.open),
  };
};

const pageDrawer = ({ title, body, width }: NonNullable<Page['drawer']>) =>
  ({
    id: 'page',
    content: <Drawer header={<h2>{title}</h2>}>{body}</Drawer>,
    defaultSize: width ?? 420,
    resizable: true,
    ariaLabels: {
      drawerName: title,
      closeButton: `Close ${title}`,
      resizeHandle: `Resize ${title}`,
    },
  }) satisfies AppLayoutProps.Drawer;

/** The page's own panel and its help, of which one is open. */
export const useDrawers = (page: Page | undefined) => {
  const showsHelp = useStore(helpOpen);
  const drawers = [
    ...(page?.drawer ? [pageDrawer(page.drawer)] : []),
    ...(page?.help ? [helpDrawer(page.help)] : []),
  ];
  const shown = page?.drawer ? 'page' : null;
  return {
    drawers,
    activeDrawerId: showsHelp && page?.help ? 'help' : shown,
    onDrawerChange: ({ detail }: { detail: AppLayoutProps.DrawerChangeDetail }) => {
      helpOpen.set(detail.activeDrawerId === 'help');
      if (detail.activeDrawerId === null && !showsHelp) page?.drawer?.onClose();
    },
  };
};

/** Details of a row; place and size are kept. */
export const useSplitPanel = (page: Page | undefined) => {
  const [position, setPosition] = usePreference('panel-position', panelPosition, 'side');
  const [size, setSize] = usePreference(`panel-size-${position}`, panelSize, 480);
  const panel = page?.splitPanel;
  useReturnOfFocus(panel?.title);
  useEscape(panel?.onClose);
  return {
    splitPanel: panel && (
      <Suspense>
        <LazySplitPanel header={panel.title} closeBehavior="hide">
          {panel.body}
        </LazySplitPanel>
      </Suspense>
    ),
    splitPanelOpen: panel !== undefined,
    splitPanelSize: size,
    splitPanelPreferences: { position },
    onSplitPanelToggle: () => panel?.onClose(),
    onSplitPanelResize: ({ detail }: { detail: { size: number } }) => setSize(detail.size),
    onSplitPanelPreferencesChange: ({ detail }: { detail: AppLayoutProps.SplitPanelPreferences }) =>
      setPosition(detail.position),
  };
};
