import { DeleteAction } from './delete-action.tsx';
import { ExportAction } from './export-action.tsx';
import { ImportAction } from './import-action.tsx';
import type { DialogState } from './panel.ts';

type Props = {
  dialogState: DialogState | { kind: 'import' };
  /** Called with the action to show, if there is one. */
  onDone: (id: string | undefined) => void;
  onClose: () => void;
};

/** The dialogs about actions. */
export const ActionDialog = ({ dialogState, onDone, onClose }: Props) => {
  if (dialogState.kind === 'import') {
    const imported = (id: string) => {
      onClose();
      onDone(id);
    };
    return <ImportAction onImported={imported} onClose={onClose} />;
  }
  const { action } = dialogState;
  if (dialogState.kind === 'export') return <ExportAction action={action} onClose={onClose} />;
  return <DeleteAction action={action} onDeleted={() => onDone(undefined)} onClose={onClose} />;
};
