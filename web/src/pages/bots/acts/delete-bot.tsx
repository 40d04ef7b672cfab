import SpaceBetween from '@cloudscape-design/components/space-between';
import Box from '@cloudscape-design/components/box';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { BotInUse } from './bot-use.tsx';

type Props = { bot: BotSummary; onClose: () => void; onDeleted: () => void };

/** Asks before a bot goes, and tells the result, in the words of spec 3 section 8. */
export const DeleteBot = ({ bot, onClose, onDeleted }: Props) => {
  const { mutate, isPending } = useAction(bots.deleteBot);
  const remove = () =>
    mutate(
      { bot_id: bot._id },
      {
        onSuccess: () => {
          onDeleted();
          flash.success('Successfully Deleted The Bot');
        },
        onError: ({ message }) => {
          onClose();
          flash.error('Failed to delete the bot. Please try again later.', { content: message });
        },
      },
    );
  return (
    <ConfirmModal
      title="Delete bot"
      confirm="Delete"
      loading={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <SpaceBetween size="s">
        <Box>Are you sure you want to delete this Bot?</Box>
        <Box>
          <Box variant="strong">{bot.name}</Box> and all its versions go. Runs that have begun come
          to their end, and their records stay.
        </Box>
        <BotInUse bot={bot} />
      </SpaceBetween>
    </ConfirmModal>
  );
};
