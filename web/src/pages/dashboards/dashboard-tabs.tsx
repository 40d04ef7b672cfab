import { useEffect, useRef, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Tabs from '@cloudscape-design/components/tabs';
import type { DashboardView } from '#lib/domain/dashboards/dashboard.schema.ts';

type RenameProps = {
  title: string;
  /** A save is in progress, which changes the revision: a title sent now would cause a conflict. */
  isSaving: boolean;
  /** Calls `onSaved` once the title is saved; after an error the field stays open with its text. */
  onRename: (title: string, onSaved: () => void) => void;
  onEnd: () => void;
};

/** Replaces a tab's edit button while its title is changed. */
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
      // Arrow keys move in the text, not among the tabs.
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

/** The title on one line, with the whole text as a tooltip. */
const Title = ({ text }: { text: string }) => (
  <span className="tab" title={text}>
    {text}
  </span>
);

type Props = {
  dashboards: readonly DashboardView[];
  active: string | undefined;
  /** Ids of the dashboards with unsaved changes. */
  unsaved: ReadonlySet<string>;
  mayRename: boolean;
  isSaving: boolean;
  onOpen: (id: string) => void;
  onRename: (one: DashboardView, title: string, onSaved: () => void) => void;
};

/** A tab for each dashboard; the open one can be renamed. */
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
              // Another one may be in edit mode by the time this one is saved.
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
