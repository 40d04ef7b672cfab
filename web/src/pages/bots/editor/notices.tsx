import { type ReactNode, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Icon from '@cloudscape-design/components/icon';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { OtherEditor } from '#lib/domain/bots/editor.schema.ts';
import type { SavedVersion } from '#lib/domain/bots/version.schema.ts';
import { Time } from '#web/components/time.tsx';
import { editorsText } from './editors-text.ts';
import { useEditing } from './use-editing.ts';

const Newer = ({
  newer,
  dirty,
  action,
}: {
  newer: SavedVersion;
  dirty: boolean;
  action: ReactNode;
}) => (
  <Alert type="warning" action={action}>
    <LiveRegion tagName="span">
      {newer.saved_by} saved version {newer.version} at <Time at={newer.saved_at} />, while you had
      this bot open.{' '}
      {dirty ? 'Before you save, you see where both differ.' : 'You see an older version.'}
    </LiveRegion>
  </Alert>
);

const Deleted = () => (
  <Alert type="warning">
    <LiveRegion tagName="span">
      Somebody deleted this bot while you had it open. Its graph is still here: copy it with Ctrl+A
      and Ctrl+C, and paste it into a new bot.
    </LiveRegion>
  </Alert>
);

const pinsText = (names: readonly string[]): string => {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
};

/** Once somebody else was there the line stays, so that nothing moves when they come and go. */
const useEditorsText = (others: readonly OtherEditor[]): string | undefined => {
  const [met, setMet] = useState(false);
  if (others.length > 0 && !met) setMet(true);
  return met ? editorsText(others) : undefined;
};

type Props = {
  botId: string | undefined;
  /** The version that is edited. */
  base: number | undefined;
  graph: Graph;
  dirty: boolean;
  /** Shows where a newer version differs, and asks which one goes on. */
  onCompare: () => void;
  onJump: (nodeId: string) => void;
};

/** What somebody who edits has to know: who else does, their saves, and data in place of nodes. */
export const Notices = ({ botId, base, graph, dirty, onCompare, onJump }: Props) => {
  const { others, newer, deleted } = useEditing({ botId, base, dirty });
  const editors = useEditorsText(others);
  const pinned = graph.nodes.filter((node) => node.pinned);
  const [first] = pinned;
  if (!editors && !deleted && !newer && !first) return null;
  return (
    <SpaceBetween size="xs">
      {deleted && <Deleted />}
      {editors && !deleted && (
        <LiveRegion>
          <Box color="text-body-secondary">
            <Icon name="status-info" /> {editors}
          </Box>
        </LiveRegion>
      )}
      {newer && (
        <Newer newer={newer} dirty={dirty} action={<Button onClick={onCompare}>Compare</Button>} />
      )}
      {first && (
        <Alert type="info" action={<Button onClick={() => onJump(first.id)}>Show</Button>}>
          Uses pinned data: {pinsText(pinned.map(({ name }) => name))}. Runs by hand take it where
          they ask for it; triggers never do.
        </Alert>
      )}
    </SpaceBetween>
  );
};
