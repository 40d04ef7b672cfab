import SpaceBetween from '@cloudscape-design/components/space-between';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';

/** The integrations that an app's steps use, with badge and name. */
export const Integrations = ({ types }: { types: readonly string[] }) => (
  <SpaceBetween size="xs" direction="horizontal">
    {types.map((type) => (
      <IntegrationBadge key={type} type={type} />
    ))}
  </SpaceBetween>
);
