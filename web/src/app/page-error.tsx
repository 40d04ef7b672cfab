import { useRouteError } from 'react-router';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { loadFailedTitle, reload } from '#web/components/lazy-part.tsx';
import { usePage } from './page.ts';

/** The error messages of browsers when a chunk of the code could not be fetched. */
const chunkLoadError = /dynamically imported module|importing a module script|preload css/i;

const adviceOn = (error: unknown): string =>
  error instanceof Error && chunkLoadError.test(error.message)
    ? `${loadFailedTitle}: you are offline, or a new version was installed.`
    : 'The page ran into an error. What you saved before is safe.';

/** Stands in for a page that failed; the shell around it stays. */
export const PageError = () => {
  const error = useRouteError();
  usePage({ title: 'Error' });
  return (
    <div role="alert">
      <Box textAlign="center" padding={{ vertical: 'xxxl' }}>
        <SpaceBetween size="m">
          <Box variant="h1">This page could not be shown</Box>
          <Box color="text-body-secondary">{adviceOn(error)}</Box>
          <Button variant="primary" onClick={reload}>
            Reload
          </Button>
        </SpaceBetween>
      </Box>
    </div>
  );
};
