import { CreateAction, EditAction } from './action-form.tsx';
import type { Panel } from './panel.ts';
import { TestAction } from './test-action.tsx';
import { Versions } from './versions.tsx';

type Props = {
  panel: Panel;
  onSaved: (id: string) => void;
  onClose: () => void;
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
};

/** What is done with an action beside the list. */
export const ActionPanel = ({ panel, onSaved, ...more }: Props) => {
  const ends = { onSaved: ({ _id }: { _id: string }) => onSaved(_id), ...more };
  if (panel.kind === 'create') return <CreateAction {...ends} />;
  const { _id: id } = panel.action;
  if (panel.kind === 'edit') return <EditAction id={id} {...ends} />;
  return panel.kind === 'test' ? <TestAction id={id} /> : <Versions id={id} />;
};
