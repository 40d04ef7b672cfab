import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { VersionComparison } from '#lib/domain/bots/version.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { ChangedNode } from './changed-node.tsx';

const Arrows = ({ title, arrows }: { title: string; arrows: readonly string[] }) =>
  arrows.length === 0 ? null : (
    <div>
      <Box variant="h3">{title}</Box>
      <ul>
        {arrows.map((arrow) => (
          <li key={arrow}>{arrow}</li>
        ))}
      </ul>
    </div>
  );

const movedText = (moved: number): string =>
  moved === 1 ? '1 node only stands elsewhere.' : `${moved} nodes only stand elsewhere.`;

const Differences = ({ found }: { found: VersionComparison }) => {
  const { nodes, arrows_added, arrows_removed, moved } = found;
  const isSame = nodes.length + arrows_added.length + arrows_removed.length === 0;
  return (
    <SpaceBetween size="l">
      {isSame && <Box>Both versions do the same.</Box>}
      {nodes.map((node) => (
        <ChangedNode key={`${node.how} ${node.node_id}`} node={node} />
      ))}
      <Arrows title="Arrows added" arrows={arrows_added} />
      <Arrows title="Arrows removed" arrows={arrows_removed} />
      {moved > 0 && <Box color="text-body-secondary">{movedText(moved)}</Box>}
    </SpaceBetween>
  );
};

type Props = { botId: string; from: number; to: number; onClose: () => void };

/** Where two versions of a bot differ, from the older to the newer one. */
export const Comparison = ({ botId, from, to, onClose }: Props) => {
  const call = useCall(bots.compareBotVersions, { bot_id: botId, from, to });
  const { data, error, refetch } = call;
  return (
    <Modal
      visible
      size="large"
      header={`Compare version ${from} with version ${to}`}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </Box>
      }
    >
      {data && <Differences found={data} />}
      {!data && error && <LoadFailed error={error} what="both versions" onRetry={refetch} />}
      {!data && !error && <Loading text="Comparing versions" />}
    </Modal>
  );
};
