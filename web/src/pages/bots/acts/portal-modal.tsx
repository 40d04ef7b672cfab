import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import type { Failure } from '#web/components/failure-text.ts';
import { PublishedCost } from '../cost/published-cost.tsx';

type Props = {
  bot: BotSummary;
  loading: boolean;
  /** Why publishing failed. */
  failure: Failure | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Tells who can start a bot in the service portal, and what each of their runs costs, before it is
 * published there.
 */
export const PortalModal = ({ bot, ...acts }: Props) => (
  <ConfirmModal title="Publish to Service Portal" confirm="Publish" {...acts}>
    <SpaceBetween size="l">
      <Box>
        Everyone who uses the service portal can start version {bot.published_version} of{' '}
        <Box variant="strong">{bot.name}</Box>, even without permissions on bots.
      </Box>
      <PublishedCost bot={bot} />
    </SpaceBetween>
  </ConfirmModal>
);
