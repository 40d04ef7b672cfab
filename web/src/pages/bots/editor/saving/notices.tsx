import { type ReactNode, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Icon from '@cloudscape-design/components/icon';
import LiveRegion from '@cloudscape-design/components/live-region';
import type { OtherEditor } from '#lib/domain/bots/editor.schema.ts';
import type { SavedVersion } from '#lib/domain/bots/version.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useRefusal } from '#web/app/session.ts';
import { CanvasMessage } from '#web/components/graph/canvas-message.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Time } from '#web/components/time.tsx';
import { editorsText } from './editors-text.ts';
import { showUnfinishedJson } from './not-saved.ts';
import type { BotDraft } from './use-bot-draft.ts';
import { useEditorPresence } from './use-editor-presence.ts';
import type { useSave } from './use-save.ts';

const NewerVersionNotice = ({
  newer,
  dirty,
  action,
}: {
  newer: SavedVersion;
  dirty: boolean;
  action: ReactNode;
}) => (
  <CanvasMessage type="warning" action={action} messageKey={`version ${newer.version}`}>
    <LiveRegion tagName="span">
      {newer.saved_by} saved version {newer.version} at <Time at={newer.saved_at} />, while you had
      this bot open. {dirty ? 'When you save, you can compare both.' : 'You see an older version.'}
    </LiveRegion>
  </CanvasMessage>
);

const DeletedNotice = ({ saving, onSaveAnew }: { saving: boolean; onSaveAnew: () => void }) => {
  const refusal = disabledBy(useRefusal(bots.createBot));
  return (
    <Alert
      type="warning"
      action={
        <Button {...refusal} loading={saving} onClick={onSaveAnew}>
          Save as a new bot
        </Button>
      }
    >
      <LiveRegion tagName="span">
        Somebody deleted this bot while you had it open. What you see is still here.
      </LiveRegion>
    </Alert>
  );
};

const pinsText = (names: readonly string[]): string => {
  const firstNames = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${firstNames} and ${names.length - 3} more` : firstNames;
};

/**
 * Once another editor was there, the line stays, so that the layout does not move when they come
 * and go; undefined if it is unknown who is there.
 */
const useEditorsText = (others: readonly OtherEditor[] | undefined): string | undefined => {
  const [hasMetOthers, setHasMetOthers] = useState(false);
  if (others && others.length > 0 && !hasMetOthers) setHasMetOthers(true);
  return hasMetOthers && others ? editorsText(others) : undefined;
};

type Props = {
  draft: BotDraft;
  saving: ReturnType<typeof useSave>;
  onJump: (nodeId: string) => void;
};

/** Notices for the editor: other users who edit the bot, their saves, and pinned data. */
export const Notices = ({ draft, saving, onJump }: Props) => {
  const { saved, base, dirty, details, unfinished } = draft;
  const { graph } = draft.editor;
  const { others, newer, ...found } = useEditorPresence({ botId: saved?._id, base, dirty });
  const deleted = found.deleted || saving.isDeleted;
  const editors = useEditorsText(others);
  const pinned = graph.nodes.filter((node) => node.pinned);
  const [first] = pinned;
  if (!editors && !deleted && !newer && !first) return null;
  return (
    <>
      {deleted && (
        <DeletedNotice
          saving={saving.saving}
          onSaveAnew={() =>
            unfinished
              ? showUnfinishedJson(draft, unfinished)
              : saving.saveAnew({ ...details, graph })
          }
        />
      )}
      {editors && !deleted && (
        <LiveRegion>
          <div className="bot-message-line">
            <Box color="text-body-secondary">
              <Icon name="status-info" /> {editors}
            </Box>
          </div>
        </LiveRegion>
      )}
      {newer && (
        <NewerVersionNotice
          newer={newer}
          dirty={dirty}
          action={<Button onClick={() => saving.setStale(true)}>Compare</Button>}
        />
      )}
      {first && (
        <CanvasMessage
          type="info"
          messageKey={pinned.map(({ id }) => id).join()}
          action={<Button onClick={() => onJump(first.id)}>Show</Button>}
        >
          Uses pinned data: {pinsText(pinned.map(({ name }) => name))}. Manual runs use it on
          request; triggered runs never do.
        </CanvasMessage>
      )}
    </>
  );
};
