import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { counted } from '#lib/kernel/text.ts';
import { Dialog } from '#web/components/dialog.tsx';

type Props = { bots: readonly BotSummary[]; onConfirm: () => void; onClose: () => void };

/** What has to be written: one press should not delete many bots. */
const consent = 'confirm';

/** Asks before several bots go. */
export const DeleteBots = ({ bots, onConfirm, onClose }: Props) => {
  const [written, setWritten] = useState('');
  const agreed = written.trim().toLowerCase() === consent;
  const remove = () => {
    if (agreed) onConfirm();
  };
  return (
    <Dialog
      title={`Delete ${counted(bots.length, 'Bot')}`}
      acts={
        <Button variant="primary" disabled={!agreed} onClick={remove}>
          Delete
        </Button>
      }
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          Are you sure you want to delete these bots? All their versions go. Runs that have begun
          come to their end, and their records stay.
        </Box>
        <ul>
          {bots.map(({ _id, name, service_portal_published: isApp }) => (
            <li key={_id}>
              {name}
              {isApp && ', an app of the service portal'}
            </li>
          ))}
        </ul>
        <FormField label={`To delete them, type ${consent}`}>
          <Input
            value={written}
            placeholder={consent}
            autoComplete={false}
            onChange={({ detail }) => setWritten(detail.value)}
            onKeyDown={({ detail }) => {
              if (detail.key === 'Enter') remove();
            }}
          />
        </FormField>
      </SpaceBetween>
    </Dialog>
  );
};
