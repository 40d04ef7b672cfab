import { CreateAction, EditAction } from './action-form.tsx';
import type { Panel } from './panel.ts';
import { TestAction } from './test-action.tsx';
import { Versions } from './versions.tsx';

type Props = {
  panel: Panel;
  onSaved: (id: string) => void;
  onClose: () => void;
  /** Reports whether there are unsaved changes. */
  onDirty: (dirty: boolean) => void;
};

/** The side panel for an action. */
export const ActionPanel = ({ panel, onSaved, ...more }: Props) => {
  const ends = { onSaved: ({ _id }: { _id: string }) => onSaved(_id), ...more };
  if (panel.kind === 'create') return <CreateAction {...ends} />;
  const { _id: id } = panel.action;
  if (panel.kind === 'edit') return <EditAction id={id} {...ends} />;
  return panel.kind === 'test' ? <TestAction id={id} /> : <Versions id={id} />;
};
