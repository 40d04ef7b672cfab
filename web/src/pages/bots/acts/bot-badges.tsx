import Badge from '@cloudscape-design/components/badge';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';

type Versions = Pick<BotSummary, 'draft_version' | 'published_version'>;

/** Which versions there are: a draft is named only where it differs from what runs. */
export const VersionBadges = ({ draft_version, published_version }: Versions) => {
  const draft = draft_version !== published_version && (
    <Badge color="blue">Draft v{draft_version}</Badge>
  );
  return (
    <SpaceBetween size="xxs" direction="horizontal">
      {draft}
      {published_version !== undefined && (
        <Badge color="green">Published v{published_version}</Badge>
      )}
    </SpaceBetween>
  );
};

export const BotStatus = ({ status }: Pick<BotSummary, 'status'>) =>
  status === 'enabled' ? (
    <StatusIndicator type="success">Enabled</StatusIndicator>
  ) : (
    <StatusIndicator type="stopped">Disabled</StatusIndicator>
  );
