import { useEffect } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotView, Graph } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { differences } from './differences.ts';

type Props = {
  /** The bot that the editing began from. */
  base: BotView;
  yours: Graph;
  saving: boolean;
  onReload: (latest: BotView) => void;
  onSaveOnTop: (latest: BotView) => void;
  onClose: () => void;
};

const shownDifferences = 10;

const Comparison = ({ yours, latest }: { yours: Graph; latest: BotView }) => {
  const all = differences(yours, latest.graph);
  if (all.length === 0) return <Box>Both graphs do the same.</Box>;
  return (
    <div>
      <Box variant="awsui-key-label">Nodes that differ</Box>
      <ul>
        {all.slice(0, shownDifferences).map(({ name, how }) => (
          <li key={`${how} ${name}`}>
            {name}: {how}
          </li>
        ))}
        {all.length > shownDifferences && <li>and {all.length - shownDifferences} more</li>}
      </ul>
    </div>
  );
};

/** Somebody else saved in between: their version, yours on top of it, or back to editing. */
export const StaleModal = ({ base, yours, saving, onReload, onSaveOnTop, onClose }: Props) => {
  const { data, error, refetch, isFetchedAfterMount } = useCall(bots.getBot, { bot_id: base._id });
  // What the cache holds may be the version that was edited, however young.
  useEffect(() => void refetch(), [refetch]);
  const latest = isFetchedAfterMount ? data : undefined;
  const version = latest?.draft_version ?? base.draft_version + 1;
  return (
    <Modal
      visible
      header="Save on top of a newer version"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween size="xs" direction="horizontal">
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!latest} onClick={() => latest && onReload(latest)}>
              Discard mine and reload
            </Button>
            <Button
              variant="primary"
              disabled={!latest}
              loading={saving}
              onClick={() => latest && onSaveOnTop(latest)}
            >
              Save mine as version {version + 1}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      {error && <LoadFailed error={error} what="the newer version" onRetry={refetch} />}
      {!error && !latest && <Loading text="Loading the newer version" />}
      {latest && (
        <SpaceBetween size="m">
          <Box>
            Somebody saved version {version} (<Time at={latest.updated_at} />) after you opened
            version {base.draft_version}. Both stay in the history; the newest is the draft.
          </Box>
          <Comparison yours={yours} latest={latest} />
        </SpaceBetween>
      )}
    </Modal>
  );
};
