import './node-list.css';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { KindIcon } from '#web/components/kind-icon.tsx';
import { dragType } from '#web/components/graph/use-edit-handlers.ts';
import { groupKinds, matchingKinds } from '../document/kind-groups.ts';

type Props = {
  kinds: readonly NodeKind[];
  /** Whether the field gets the focus when the list opens. */
  focused: boolean;
  /** A hint below the field on what a choice does. */
  hint: string;
  onClose: () => void;
  onPick: (kind: NodeKind) => void;
};

type OptionProps = { id: string; kind: NodeKind; active: boolean };

/** Arrow keys change the active option without moving the focus: it is scrolled into view. */
const bringIntoView = (option: HTMLElement | null) =>
  option?.scrollIntoView?.({ block: 'nearest' });

const Mark = ({ kind }: { kind: NodeKind }) => {
  const { mark } = nodeFacts[kind];
  return mark ? <Badge color="blue">{mark}</Badge> : null;
};

const Option = ({ id, kind, active, onPick }: OptionProps & Pick<Props, 'onPick'>) => (
  // The search field keeps the focus and moves along the options, as a combobox does; native
  // options can be neither dragged nor styled.
  // oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    id={id}
    ref={active ? bringIntoView : null}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    role="option"
    aria-selected={active}
    className={`bot-option${active ? ' bot-option-active' : ''}`}
    draggable
    onDragStart={(event) => event.dataTransfer.setData(dragType, kind)}
    onClick={() => onPick(kind)}
  >
    <span className="bot-icon">
      <KindIcon kind={kind} />
    </span>
    <span>
      <strong>{nodeFacts[kind].label}</strong> <Mark kind={kind} />
      <small>{nodeFacts[kind].description}</small>
    </span>
  </div>
);

/** An empty list must not have the role of a list for screen readers. */
const Options = ({
  id,
  isEmpty,
  children,
}: {
  id: string;
  isEmpty: boolean;
  children: ReactNode;
}) =>
  isEmpty ? (
    <Box color="text-body-secondary">No kind of node matches.</Box>
  ) : (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={id} role="listbox" aria-label="Kinds of nodes" className="bot-options">
      {children}
    </div>
  );

/** Node kinds with a search field, as a combobox: the field has the focus, arrow keys choose. */
export const NodeList = ({ kinds, focused, hint, onClose, onPick }: Props) => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<InputProps.Ref>(null);
  const listId = useId();
  const visibleKinds = matchingKinds(kinds, text);
  const active = visibleKinds[Math.min(at, visibleKinds.length - 1)];
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const pick = (kind: NodeKind) => {
    setText('');
    setAt(0);
    onPick(kind);
  };
  const onKey: InputProps['onKeyDown'] = (event) => {
    const { key } = event.detail;
    if (key === 'ArrowDown') setAt(Math.min(at + 1, visibleKinds.length - 1));
    else if (key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (key === 'Enter' && active) pick(active);
    else if (key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        ref={input}
        type="search"
        value={text}
        placeholder="Find a kind of node"
        ariaLabel="Find a kind of node to add"
        clearAriaLabel="Clear"
        nativeInputAttributes={{
          role: 'combobox',
          'aria-expanded': visibleKinds.length > 0,
          'aria-controls': visibleKinds.length > 0 ? listId : undefined,
          'aria-activedescendant': active ? `${listId}-${active}` : undefined,
        }}
        onChange={({ detail }) => {
          setText(detail.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <Box variant="small" color="text-body-secondary">
        {hint}
      </Box>
      <Options id={listId} isEmpty={visibleKinds.length === 0}>
        {groupKinds(visibleKinds).map(([group, members]) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          <div key={group} role="group" aria-label={group} className="bot-option-group">
            <Box variant="small" color="text-body-secondary">
              {group}
            </Box>
            {members.map((kind) => (
              <Option
                key={kind}
                id={`${listId}-${kind}`}
                kind={kind}
                active={kind === active}
                onPick={pick}
              />
            ))}
          </div>
        ))}
      </Options>
    </>
  );
};
