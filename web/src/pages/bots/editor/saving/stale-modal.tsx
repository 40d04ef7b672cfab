import { useEffect } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotView, Graph } from '#lib/domain/bots/bot.schema.ts';
import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { Differences } from '../../versions/differences.tsx';
import { DifferenceList } from './difference-list.tsx';
import { notSavedText } from './not-saved.ts';
import { type BotDetails, detailsOf } from '../document/details.ts';
import { type Difference, findDifferences } from '../document/differences.ts';
import { type DetailDifference, mergeDetails } from '../document/merge-details.ts';

type Props = {
  botId: string;
  /** The version that your changes are based on. */
  base: number;
  yours: Graph;
  /** The graph that your changes are based on, if known. */
  baseGraph: Graph | undefined;
  /** The details of the bot when editing began, and now. */
  details: { base: BotDetails; yours: BotDetails };
  saving: boolean;
  /** Why your version was not saved. */
  failure: string | undefined;
  onReload: (latest: BotView) => void;
  /** `merged` are your details, and theirs where you changed nothing. */
  onSaveOnTop: (latest: BotView, merged: BotDetails) => void;
  onClose: () => void;
};

const Nodes = ({ differing }: { differing: readonly Difference[] }) => (
  <SpaceBetween size="xs">
    <DifferenceList differences={differing} comparedName="theirs" />
    {differing.length > 0 && (
      <Box color="text-body-secondary">
        If you save your version, every node and connection will be as in your version.
      </Box>
    )}
  </SpaceBetween>
);

/** The fields of both versions, from theirs to yours. */
const FieldByField = ({ yours, latest }: { yours: Graph; latest: BotView }) => (
  <ExpandableSection headerText="Field by field, from theirs to yours">
    <Differences
      found={compareGraphs(latest.graph, yours)}
      titles={{ before: 'Theirs', after: 'Yours' }}
    />
  </ExpandableSection>
);

const savedText = {
  yours: 'yours is saved. Theirs is lost: versions keep only the graph.',
  theirs: 'theirs is kept, because you did not change it.',
} as const;

const Details = ({ differing }: { differing: readonly DetailDifference[] }) =>
  differing.length > 0 && (
    <div>
      <Box variant="awsui-key-label">Bot settings that differ</Box>
      <ul>
        {differing.map(({ title, saved }) => (
          <li key={title}>
            {title}: {savedText[saved]}
          </li>
        ))}
      </ul>
    </div>
  );

/** The newest version with its author. */
const useNewestVersion = (botId: string) =>
  useCall(bots.listBotVersions, { bot_id: botId, page_number: 1, number_of_items: 1 });

/**
 * Another user saved in the meantime: the choice between their version, yours on top of it, or
 * further editing.
 */
export const StaleModal = (props: Props) => {
  const { botId, base, yours, baseGraph, saving, failure, onReload, onSaveOnTop, onClose } = props;
  const call = useCall(bots.getBot, { bot_id: botId });
  const { data, error, refetch, isFetchedAfterMount, isFetching } = call;
  // The cached version may be the edited one, however recently it was fetched.
  useEffect(() => void refetch(), [refetch]);
  const {
    data: { items: [newest] } = { items: [] },
    refetch: refetchNewest,
    isFetchedAfterMount: isKnown,
  } = useNewestVersion(botId);
  useEffect(() => void refetchNewest(), [refetchNewest]);
  const latest = isFetchedAfterMount ? data : undefined;
  const merged = latest && mergeDetails({ ...props.details, theirs: detailsOf(latest) });
  const version = latest?.draft_version ?? base + 1;
  const savedBy = isKnown && newest?.version === version ? newest.saved_by : 'Somebody';
  return (
    <Dialog
      title="Save on top of a newer version"
      size="large"
      actions={[
        <Button
          key="reload"
          disabled={!latest || isFetching || saving}
          onClick={() => latest && onReload(latest)}
        >
          Discard mine and reload
        </Button>,
        <Button
          key="save"
          variant="primary"
          disabled={!latest || isFetching}
          loading={saving}
          onClick={() => latest && merged && onSaveOnTop(latest, merged.details)}
        >
          Save mine as version {version + 1}
        </Button>,
      ]}
      busy={saving}
      onClose={onClose}
    >
      {error && <LoadFailed error={error} subject="the newer version" onRetry={refetch} />}
      {!error && !latest && <Loading text="Loading the newer version" />}
      {latest && (
        <SpaceBetween size="m">
          {failure && (
            <Alert type="error" header={notSavedText}>
              {failure}
            </Alert>
          )}
          <Box>
            {savedBy} saved version {version} (<Time at={latest.updated_at} />) after you opened
            version {base}. Both stay in the history; the newest is the draft.
          </Box>
          <Nodes differing={findDifferences(yours, latest.graph, baseGraph)} />
          {merged && <Details differing={merged.differing} />}
          <FieldByField yours={yours} latest={latest} />
        </SpaceBetween>
      )}
    </Dialog>
  );
};
