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
export const ActionPanel = ({ panel, onSaved, ...otherProps }: Props) => {
  const callbacks = { onSaved: ({ _id }: { _id: string }) => onSaved(_id), ...otherProps };
  if (panel.kind === 'create') return <CreateAction {...callbacks} />;
  const { _id: id } = panel.action;
  if (panel.kind === 'edit') return <EditAction id={id} {...callbacks} />;
  return panel.kind === 'test' ? <TestAction id={id} /> : <Versions id={id} />;
};
