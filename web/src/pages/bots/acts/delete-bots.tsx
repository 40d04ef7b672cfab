import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { DeleteQuestion } from '#web/components/delete-dialog.tsx';
import { UsedBy } from './bot-use.tsx';

type Props = { bots: readonly BotSummary[]; onConfirm: () => void; onClose: () => void };

/** Asks for confirmation before several bots are deleted. */
export const DeleteBots = ({ bots, onConfirm, onClose }: Props) => (
  <DeleteQuestion
    subject={formatCount(bots.length, 'Bot')}
    consent="confirm"
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <SpaceBetween size="m">
      <Box>
        Are you sure you want to delete these bots? All their versions are deleted. Runs in progress
        finish, and their records remain.
      </Box>
      <ul>
        {bots.map(({ _id, name, service_portal_published: isApp }) => (
          <li key={_id}>
            {name}
            {isApp && ', an app of the service portal'}
            <UsedBy bot_id={_id} />
          </li>
        ))}
      </ul>
    </SpaceBetween>
  </DeleteQuestion>
);
