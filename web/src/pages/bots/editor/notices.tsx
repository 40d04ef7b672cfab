import { type ReactNode, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
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
    {newer.saved_by} saved version {newer.version} at <Time at={newer.saved_at} />, while you had
    this bot open.{' '}
    {dirty ? 'Before you save, you see where both differ.' : 'You see an older version.'}
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
  const { others, newer } = useEditing({ botId, base, dirty });
  const editors = useEditorsText(others);
  const pinned = graph.nodes.filter((node) => node.pinned);
  const [first] = pinned;
  if (!newer && !first && !editors) return null;
  return (
    <SpaceBetween size="xs">
      {editors && (
        <LiveRegion>
          <StatusIndicator type="info" colorOverride="grey">
            {editors}
          </StatusIndicator>
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
