import Box from '@cloudscape-design/components/box';

/**
 * Whether the items can be shown as resources: they must be objects, as the bot is required to
 * send.
 */
export const areResources = (items: readonly unknown[]): boolean =>
  items.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));

/** Shown instead of items that are not valid resources. */
export const InvalidResources = () => (
  <div role="alert">
    <Box textAlign="center" padding={{ vertical: 'l' }}>
      <Box variant="h2">Invalid Resources</Box>
      <Box color="text-body-secondary">
        The resources of this approval are not a list of objects, so they cannot be reviewed. Reject
        it, and change the bot so that it passes objects with an id.
      </Box>
    </Box>
  </div>
);
