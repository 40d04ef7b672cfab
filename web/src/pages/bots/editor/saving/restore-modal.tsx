import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Time } from '#web/components/time.tsx';
import { findDifferences } from '../document/differences.ts';
import { DifferenceList } from './difference-list.tsx';
import type { KeptDraft } from './kept-draft.ts';

type Props = {
  keptDraft: KeptDraft;
  /** The graph that was opened, and its version, if it has one. */
  openedGraph: Graph;
  version: number | undefined;
  onRestore: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** Asks what to do with unsaved changes kept in this browser. */
export const RestoreModal = ({ keptDraft, openedGraph, version, ...handlers }: Props) => {
  const { base_version: base } = keptDraft;
  const isNew = version === undefined;
  const comparedName = isNew ? 'the empty canvas' : 'what is saved';
  const name = keptDraft.details.name || 'one without a name yet';
  return (
    <Dialog
      title="Restore unsaved changes"
      actions={[
        <Button key="discard" onClick={handlers.onDiscard}>
          Discard them
        </Button>,
        <Button key="restore" variant="primary" onClick={handlers.onRestore}>
          Restore
        </Button>,
      ]}
      onClose={handlers.onClose}
    >
      <SpaceBetween size="m">
        <Box>
          {isNew ? (
            <>
              This browser kept a new bot from <Time at={keptDraft.at} />, which was not saved:{' '}
              <b>{name}</b>.
            </>
          ) : (
            <>
              This browser kept changes to this bot from <Time at={keptDraft.at} />, which were not
              saved.
            </>
          )}
          {base !== undefined &&
            !isNew &&
            base < version &&
            ` They are based on version ${base}; version ${version} was saved since. Saving ` +
              'compares both.'}
        </Box>
        <DifferenceList
          differences={findDifferences(keptDraft.graph, openedGraph)}
          comparedName={comparedName}
        />
      </SpaceBetween>
    </Dialog>
  );
};
