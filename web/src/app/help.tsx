import HelpPanel from '@cloudscape-design/components/help-panel';
import CloudscapeLink from '@cloudscape-design/components/link';
import type { AppLayoutProps } from '@cloudscape-design/components/app-layout';
import { helpOpen, type Page } from './page.ts';

/** Opens the page's help panel; stands beside the page's heading. */
export const InfoLink = () => (
  <CloudscapeLink variant="info" onFollow={() => helpOpen.set(true)} ariaLabel="Info: open help">
    Info
  </CloudscapeLink>
);

export const helpDrawer = ({ title, body }: NonNullable<Page['help']>): AppLayoutProps.Drawer => ({
  id: 'help',
  content: <HelpPanel header={<h2>{title}</h2>}>{body}</HelpPanel>,
  trigger: { iconName: 'status-info' },
  ariaLabels: {
    drawerName: 'Help',
    triggerButton: 'Open help',
    closeButton: 'Close help',
    resizeHandle: 'Resize help',
  },
});
