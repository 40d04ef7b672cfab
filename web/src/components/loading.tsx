import Box from '@cloudscape-design/components/box';
import Spinner from '@cloudscape-design/components/spinner';

/** Announced to screen readers too, while content is loading. */
export const Loading = ({ text }: { text: string }) => (
  <Box textAlign="center" padding={{ vertical: 'xxl' }} color="text-status-inactive">
    <output>
      <Spinner /> {text}
    </output>
  </Box>
);
