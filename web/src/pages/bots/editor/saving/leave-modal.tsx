import { useEffect, useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { Dialog } from '#web/components/dialog.tsx';
import type { useAutosave } from './use-autosave.ts';
import type { BotDraft } from './use-bot-draft.ts';

type Props = {
  draft: Pick<BotDraft, 'saved' | 'unfinished' | 'isKeepable'>;
  autosave: Pick<ReturnType<typeof useAutosave>, 'keep' | 'discard'>;
  stay: () => void;
  leave: () => void;
};

const keptText = (isNew: boolean): string => {
  const when = isNew ? 'the next time you create a bot' : 'when you come back to this bot';
  return `This browser keeps them, and offers them again ${when}. Nobody else sees them.`;
};

const notKept =
  'This browser has no room to keep them: they are lost when this tab is closed. ' +
  'Save the bot first.';

const lostText = ({ name }: Pick<GraphNode, 'name'>): string =>
  `The JSON that you typed for "${name}" is not valid: it is lost if you leave.`;

/** Tells what happens to unsaved changes when the editor is left, and discards them on request. */
export const LeaveModal = ({ draft, autosave, stay, leave }: Props) => {
  const { saved, unfinished, isKeepable } = draft;
  const { keep, discard } = autosave;
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setKept(keep()));
    return () => clearTimeout(timer);
  }, [keep]);
  return (
    <Dialog
      title="Leave page"
      actions={[
        <Button
          key="discard"
          onClick={() => {
            discard();
            leave();
          }}
        >
          Discard and leave
        </Button>,
        <Button key="leave" variant="primary" onClick={leave}>
          {isKeepable && isKept ? 'Keep draft and leave' : 'Leave'}
        </Button>,
      ]}
      onClose={stay}
    >
      {unfinished && <Box>{lostText(unfinished)}</Box>}
      {isKeepable && (
        <Box>
          Your {unfinished && 'other '}changes are not saved. {isKept ? keptText(!saved) : notKept}
        </Box>
      )}
    </Dialog>
  );
};
