import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { reload } from '#web/components/lazy-part.tsx';

/** Shown instead of everything when the console's configuration cannot be read. */
export const StartFailed = ({ error }: { error: unknown }) => (
  <main>
    <Box padding="xxl">
      <Box variant="h1" margin={{ bottom: 'm' }}>
        Cloudwarden could not start
      </Box>
      <Alert type="error" action={<Button onClick={reload}>Reload</Button>}>
        The console could not read its settings from the server. Try again in a moment; if it stays,
        tell your administrator: {error instanceof Error ? error.message : 'unknown cause'}
      </Alert>
    </Box>
  </main>
);
