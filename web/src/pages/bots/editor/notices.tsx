import type { ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { VersionSummary } from '#lib/domain/bots/version.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { Time } from '#web/components/time.tsx';

/** How often somebody who edits is told of others' saves. */
const pollEvery = 30_000;

/** The newest version, where somebody saved it after the one that is edited. */
const useNewer = (botId: string | undefined, base: number | undefined) => {
  const { data } = useCall(
    bots.listBotVersions,
    { bot_id: botId ?? '', page_number: 1, number_of_items: 1 },
    { enabled: botId !== undefined, poll: pollEvery },
  );
  const newest = data?.items[0];
  return newest && base !== undefined && newest.version > base ? newest : undefined;
};

const Newer = ({
  newer,
  dirty,
  action,
}: {
  newer: VersionSummary;
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

/** What somebody who edits has to know: others' saves, and data that stands in for nodes. */
export const Notices = ({ botId, base, graph, dirty, onCompare, onJump }: Props) => {
  const newer = useNewer(botId, base);
  const pinned = graph.nodes.filter((node) => node.pinned);
  const [first] = pinned;
  if (!newer && !first) return null;
  return (
    <SpaceBetween size="xs">
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
