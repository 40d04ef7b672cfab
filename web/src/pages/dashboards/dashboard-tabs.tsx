import { useEffect, useRef, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Tabs from '@cloudscape-design/components/tabs';
import type { DashboardView } from '#lib/domain/dashboards/dashboard.schema.ts';

type RenameProps = {
  title: string;
  /** Its revision is another in a moment: a title sent now would meet a conflict. */
  isSaving: boolean;
  /** Ends once the title is saved: what was typed stays where it was refused. */
  onRename: (title: string, onSaved: () => void) => void;
  onEnd: () => void;
};

/** In place of a tab's pencil while its title is changed. */
const Rename = ({ title, isSaving, onRename, onEnd }: RenameProps) => {
  const [text, setText] = useState(title);
  const field = useRef<InputProps.Ref>(null);
  useEffect(() => field.current?.focus(), []);
  const isGood = text.trim() !== '' && text.trim().length <= 80;
  const keep = () => {
    if (!isGood || isSaving) return;
    if (text.trim() === title) onEnd();
    else onRename(text.trim(), onEnd);
  };
  return (
    <div
      className="rename"
      role="presentation"
      // The arrows move in the text, not among the tabs.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Input
        ref={field}
        ariaLabel={`New title of ${title}`}
        value={text}
        invalid={!isGood}
        onChange={({ detail }) => setText(detail.value)}
        onKeyDown={({ detail: { key } }) => {
          if (key === 'Enter') keep();
          if (key === 'Escape') onEnd();
        }}
      />
      <Button
        variant="icon"
        iconName="check"
        ariaLabel="Save title"
        disabled={!isGood || isSaving}
        onClick={keep}
      />
      <Button variant="icon" iconName="close" ariaLabel="Cancel renaming" onClick={onEnd} />
    </div>
  );
};

/** One line of it, with all of it for whoever points at it. */
const Title = ({ text }: { text: string }) => (
  <span className="tab" title={text}>
    {text}
  </span>
);

type Props = {
  dashboards: readonly DashboardView[];
  active: string | undefined;
  /** Those with changes that are not saved. */
  unsaved: ReadonlySet<string>;
  mayRename: boolean;
  isSaving: boolean;
  onOpen: (id: string) => void;
  onRename: (one: DashboardView, title: string, onSaved: () => void) => void;
};

/** A tab for each dashboard; the one that is open can be renamed. */
export const DashboardTabs = (props: Props) => {
  const { dashboards, active, unsaved, mayRename, isSaving, onOpen, onRename } = props;
  const [renaming, setRenaming] = useState<string>();
  return (
    <Tabs
      ariaLabel="Dashboards"
      disableContentPaddings
      activeTabId={active ?? ''}
      onChange={({ detail }) => {
        setRenaming(undefined);
        onOpen(detail.activeTabId);
      }}
      tabs={dashboards.map((one) => ({
        id: one._id,
        label: <Title text={unsaved.has(one._id) ? `${one.title} (unsaved)` : one.title} />,
        action:
          mayRename &&
          one._id === active &&
          (renaming === one._id ? (
            <Rename
              title={one.title}
              isSaving={isSaving}
              onRename={(title, onSaved) => onRename(one, title, onSaved)}
              // Another may be renamed by the time that this one is saved.
              onEnd={() => setRenaming((id) => (id === one._id ? undefined : id))}
            />
          ) : (
            <Button
              variant="icon"
              iconName="edit"
              ariaLabel={`Rename ${one.title}`}
              onClick={() => setRenaming(one._id)}
            />
          )),
      }))}
    />
  );
};
