import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathTo } from '#lib/pages.ts';
import { usePage } from '#web/app/page.ts';
import { LinkButton } from '#web/components/link.tsx';

const title = 'Not a Service Portal App';

/** Shown instead of an app that the portal does not offer, or no longer offers. */
export const NotAnApp = () => {
  usePage({ page: 'app', title });
  return (
    <Box textAlign="center" padding={{ vertical: 'xxxl' }}>
      <SpaceBetween size="m">
        <Box variant="h1">{title}</Box>
        <Box color="text-body-secondary">
          The app you are trying to access is not a service portal app. Contact your admin for help.
        </Box>
        <LinkButton to={pathTo('apps')}>Go to self service apps</LinkButton>
      </SpaceBetween>
    </Box>
  );
};
