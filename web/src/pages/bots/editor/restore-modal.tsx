import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { Time } from '#web/components/time.tsx';
import { differences } from './differences.ts';
import { DifferenceList } from './difference-list.tsx';
import type { KeptDraft } from './kept-draft.ts';

type Props = {
  kept: KeptDraft;
  /** The graph as it was opened, and its version where it has one. */
  opened: Graph;
  version: number | undefined;
  onRestore: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** Asks what becomes of changes that were left unsaved in this browser. */
export const RestoreModal = ({ kept, opened, version, ...acts }: Props) => {
  const { base_version: base } = kept;
  return (
    <Modal
      visible
      header="Restore unsaved changes"
      onDismiss={acts.onClose}
      footer={
        <Box float="right">
          <SpaceBetween size="xs" direction="horizontal">
            <Button variant="link" onClick={acts.onClose}>
              Cancel
            </Button>
            <Button onClick={acts.onDiscard}>Discard them</Button>
            <Button variant="primary" onClick={acts.onRestore}>
              Restore
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box>
          This browser kept changes to this bot of <Time at={kept.at} />, which were not saved.
          {base !== undefined &&
            version !== undefined &&
            base < version &&
            ` They build on version ${base}, and ${version} was saved since. Saving compares both.`}
        </Box>
        <DifferenceList differences={differences(kept.graph, opened)} theirs="what is saved" />
      </SpaceBetween>
    </Modal>
  );
};
