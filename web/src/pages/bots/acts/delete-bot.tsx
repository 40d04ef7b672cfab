import SpaceBetween from '@cloudscape-design/components/space-between';
import Box from '@cloudscape-design/components/box';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { BotInUse } from './bot-use.tsx';

type Props = { bot: BotSummary; onClose: () => void; onDeleted?: (() => void) | undefined };

/** Asks for confirmation, deletes a bot and reports the result. */
export const DeleteBot = ({ bot, onClose, onDeleted }: Props) => {
  return (
    <DeleteDialog
      call={bots.deleteBot}
      input={{ bot_id: bot._id }}
      subject="bot"
      warning="All its versions are deleted too. Runs in progress finish, and their records remain."
      successText="Successfully Deleted The Bot"
      failureHeader="Failed to delete the bot. Please try again later."
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <SpaceBetween size="s">
        <Box>
          <Box>Are you sure you want to delete this Bot?</Box>
          <Box variant="strong">{bot.name}</Box> is deleted permanently. This cannot be undone.
        </Box>
        <BotInUse bot={bot} />
      </SpaceBetween>
    </DeleteDialog>
  );
};
