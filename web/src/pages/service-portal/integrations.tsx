import SpaceBetween from '@cloudscape-design/components/space-between';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';

/** What the steps of an app work with, each by its sign and its name. */
export const Integrations = ({ types }: { types: readonly string[] }) => (
  <SpaceBetween size="xs" direction="horizontal">
    {types.map((type) => (
      <IntegrationBadge key={type} type={type} />
    ))}
  </SpaceBetween>
);
