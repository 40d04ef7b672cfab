import {
  isValidElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import type { AppLayoutProps } from '@cloudscape-design/components/app-layout';
import Drawer from '@cloudscape-design/components/drawer';
import * as z from 'zod';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { helpDrawer } from './help.tsx';
import { helpOpen, type Page } from './page.ts';
import { usePreference } from './preferences.ts';
import { useEscape, useFocusOnOpening, useReturnOfFocus } from './panel-focus.ts';
import { useStore } from './store.ts';

// Few pages have a split panel, and its code includes the dialog of its preferences.
const LazySplitPanel = lazyPart(
  async () => (await import('@cloudscape-design/components/split-panel')).default,
);

const openSchema = z.boolean();
const panelSize = z.number().min(100).max(4000);
const panelPosition = z.enum(['side', 'bottom']);

/** Width up to which the layout draws its navigation over the page. */
const mobileQuery = () => window.matchMedia('(max-width: 688px)');
const isMobile = () => mobileQuery().matches;

const onMobileChange = (listener: () => void) => {
  const query = mobileQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Open on wide screens unless the page needs the room; the user's choice is kept. */
export const useNavigationOpen = (contentType: Page['contentType']) => {
  const [preferredOpen, setPreferredOpen] = usePreference('navigation', openSchema, true);
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string>();
  const onMobile = useSyncExternalStore(onMobileChange, isMobile);
  const needsRoom = onMobile || contentType === 'form' || contentType === 'wizard';
  const change = (open: boolean) => {
    // The layout closes the navigation itself when the window becomes narrow: not a user's choice.
    if (needsRoom || isMobile()) setOpenOn(open ? pathname : undefined);
    else setPreferredOpen(open);
  };
  return {
    navigationOpen: needsRoom ? openOn === pathname : preferredOpen,
    onNavigationChange: ({ detail }: { detail: { open: boolean } }) => change(detail.open),
  };
};

type PageDrawer = NonNullable<Page['drawer']>;

const pageDrawer = ({ title, width }: PageDrawer, slot: ReactNode) =>
  ({
    id: 'page',
    content: <Drawer header={<h2>{title}</h2>}>{slot}</Drawer>,
    defaultSize: width ?? 420,
    resizable: true,
    ariaLabels: {
      drawerName: title,
      closeButton: `Close ${title}`,
      resizeHandle: `Resize ${title}`,
    },
  }) satisfies AppLayoutProps.Drawer;

/**
 * The body of the page's panel, in an element that is moved into the panel: the layout renders only
 * the open panel, and text typed into one must survive a look at the help.
 */
const usePortalBody = (drawer: PageDrawer | undefined) => {
  const [element] = useState(() => document.createElement('div'));
  // Rendered once the element is in the page: focusing and measuring work only there.
  const [isPlaced, setPlaced] = useState(false);
  if (isPlaced && !drawer) setPlaced(false);
  const attach = useCallback(
    (slot: HTMLDivElement | null) => {
      if (!slot) return;
      slot.append(element);
      setPlaced(true);
    },
    [element],
  );
  return {
    slot: <div ref={attach} />,
    body: isPlaced && drawer ? createPortal(drawer.body, element) : undefined,
  };
};

/** Identifies a panel: another one has another title, or a body with another key. */
const nameOf = ({ title, body }: PageDrawer): string =>
  `${title} ${isValidElement(body) ? String(body.key) : ''}`;

type ActivePanel = { id: 'page' | 'help' | null; name: string | undefined; close: () => void };

/**
 * The focus moves into a panel when it is opened and back when it is closed. Escape closes it only
 * from inside: on the page beside it, the key belongs to the page.
 */
const usePanelKeys = ({ id, name, close }: ActivePanel, opensItself: boolean) => {
  const layout = useRef<AppLayoutProps.Ref>(null);
  useReturnOfFocus(name);
  useFocusOnOpening(opensItself ? undefined : name, () => layout.current?.focusActiveDrawer());
  const isInside = (target: Node) =>
    target === document.body || (id && document.getElementById(id)?.contains(target)) === true;
  useEscape(id === null ? undefined : close, isInside);
  return layout;
};

/** The page's own panel and its help, of which only one is shown: the one opened last. */
export const useDrawers = (page: Page | undefined) => {
  const showsHelp = useStore(helpOpen);
  const drawer = page?.drawer;
  const panelName = drawer && nameOf(drawer);
  useEffect(() => {
    if (panelName !== undefined) helpOpen.set(false);
  }, [panelName]);
  const { slot, body } = usePortalBody(drawer);
  const isHelp = showsHelp && page?.help !== undefined;
  const drawerId = drawer ? 'page' : null;
  const id = isHelp ? 'help' : drawerId;
  const close = () => {
    if (!showsHelp) drawer?.onClose();
    helpOpen.set(false);
  };
  const layout = usePanelKeys(
    { id, name: isHelp ? 'help' : panelName, close },
    !isHelp && drawer?.opensItself === true,
  );
  const drawers = [
    ...(drawer ? [pageDrawer(drawer, slot)] : []),
    ...(page?.help ? [helpDrawer(page.help)] : []),
  ];
  return {
    /** Rendered beside the layout. */
    drawerBody: body,
    ref: layout,
    drawers,
    activeDrawerId: id,
    onDrawerChange: ({ detail }: { detail: AppLayoutProps.DrawerChangeDetail }) => {
      if (detail.activeDrawerId === null) close();
      else helpOpen.set(detail.activeDrawerId === 'help');
    },
  };
};

/** The split panel with the details of a row; its position and size are kept. */
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
