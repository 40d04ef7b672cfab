import Badge from '@cloudscape-design/components/badge';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';

type Versions = Pick<BotSummary, 'draft_version' | 'published_version'>;

/** The versions of a bot, and whether the draft was changed since one was published. */
export const VersionBadges = ({ draft_version, published_version }: Versions) => {
  const isPublished = published_version !== undefined;
  const draft = `${isPublished ? 'Changed:' : 'Draft'} v${draft_version}`;
  return (
    <SpaceBetween size="xxs" direction="horizontal">
      {isPublished && <Badge color="green">Published v{published_version}</Badge>}
      {draft_version !== published_version && <Badge color="blue">{draft}</Badge>}
    </SpaceBetween>
  );
};

export const BotStatus = ({ status }: Pick<BotSummary, 'status'>) =>
  status === 'enabled' ? (
    <StatusIndicator type="success">Enabled</StatusIndicator>
  ) : (
    <StatusIndicator type="stopped">Disabled</StatusIndicator>
  );
