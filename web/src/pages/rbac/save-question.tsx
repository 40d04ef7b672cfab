import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { ImpactLines } from './impact.tsx';
import type { SaveQuestion } from './use-impact.ts';

type Props = {
  question: SaveQuestion;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before somebody loses a permission, or might. */
export const SaveQuestionModal = ({ question, onConfirm, onClose }: Props) => (
  <ConfirmModal
    title="Save changed role"
    confirm="Save Changes"
    loading={false}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <SpaceBetween size="s">
      {'impact' in question ? (
        <ImpactLines impact={question.impact} />
      ) : (
        <Box>Who gains or loses what could not be found out: {question.why}</Box>
      )}
      <Box>This counts from their next call on, for runs they start too.</Box>
    </SpaceBetween>
  </ConfirmModal>
);
