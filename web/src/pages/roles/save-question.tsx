import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { ImpactLines } from './impact.tsx';
import type { SaveQuestion } from './use-impact.ts';

type Props = {
  /** The role's name. */
  name: string;
  question: SaveQuestion;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation if a user loses a permission, or might. */
export const SaveQuestionModal = ({ name, question, onConfirm, onClose }: Props) => (
  <ConfirmModal
    title={`Save ${name}`}
    confirm="Save Changes"
    loading={false}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <SpaceBetween size="s">
      {'impact' in question ? (
        <ImpactLines impact={question.impact} />
      ) : (
        <Box>The effect on users could not be determined: {question.reason}</Box>
      )}
      <Box color="text-body-secondary">
        This takes effect at once, even for people who are signed in.
      </Box>
    </SpaceBetween>
  </ConfirmModal>
);
