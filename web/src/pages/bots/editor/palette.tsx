import './palette.css';
import { useEffect, useId, useRef, useState } from 'react';
import { Panel } from '@xyflow/react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import { nodeCatalogue, nodeSettings, type NodeKind } from '#lib/domain/bots/node.schema.ts';
import { dragType } from '../graph/canvas.tsx';
import { KindIcon } from '../graph/kind-icon.tsx';

const isKind = (text: string): text is NodeKind => text in nodeSettings;
const kinds = Object.keys(nodeCatalogue).filter(isKind);

/** Kinds whose label or description has every word of the text. */
export const matchingKinds = (text: string): NodeKind[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return kinds.filter((kind) => {
    const { label, description } = nodeCatalogue[kind];
    return words.every((word) => `${label} ${description}`.toLowerCase().includes(word));
  });
};

type Props = {
  open: boolean;
  /** Counts requests to take the focus. */
  focusRequest: number;
  /** Where the chosen node will go, as in "after Start"; nothing where it stands alone. */
  place: string | undefined;
  disabled: (kind: NodeKind) => boolean;
  onOpen: () => void;
  onClose: () => void;
  onPick: (kind: NodeKind) => void;
};

type OptionProps = { id: string; kind: NodeKind; active: boolean; off: boolean };

const Option = ({ id, kind, active, off, onPick }: OptionProps & Pick<Props, 'onPick'>) => (
  // The search field keeps the focus and moves along the options, as a combobox does; native
  // options can be neither dragged nor drawn.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    id={id}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    role="option"
    aria-selected={active}
    aria-disabled={off}
    className={`bot-option${active ? ' bot-option-active' : ''}`}
    draggable={!off}
    onDragStart={(event) => event.dataTransfer.setData(dragType, kind)}
    onMouseDown={(event) => event.stopPropagation()}
    onClick={() => {
      if (!off) onPick(kind);
    }}
  >
    <span className="bot-icon">
      <KindIcon kind={kind} />
    </span>
    <span>
      <strong>{nodeCatalogue[kind].label}</strong>
      <small>{nodeCatalogue[kind].description}</small>
    </span>
  </div>
);

/** The list with its search field, as a combobox: the field has the focus, arrows choose. */
const PaletteList = ({ focusRequest, place, disabled, onClose, onPick }: Props) => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<InputProps.Ref>(null);
  const listId = useId();
  const shown = matchingKinds(text);
  const active = shown[Math.min(at, shown.length - 1)];
  useEffect(() => {
    if (focusRequest > 0) input.current?.focus();
  }, [focusRequest]);
  const pick = (kind: NodeKind) => {
    setText('');
    setAt(0);
    onPick(kind);
  };
  const onKey: InputProps['onKeyDown'] = (event) => {
    const { key } = event.detail;
    if (key === 'ArrowDown') setAt(Math.min(at + 1, shown.length - 1));
    else if (key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (key === 'Enter' && active && !disabled(active)) pick(active);
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
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-activedescendant': active ? `${listId}-${active}` : undefined,
        }}
        onChange={({ detail }) => {
          setText(detail.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <Box variant="small" color="text-body-secondary">
        {place ? `Goes ${place}.` : 'Drag it, or press Enter.'}
      </Box>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id={listId} role="listbox" aria-label="Kinds of nodes" className="bot-options">
        {shown.map((kind) => (
          <Option
            key={kind}
            id={`${listId}-${kind}`}
            kind={kind}
            active={kind === active}
            off={disabled(kind)}
            onPick={pick}
          />
        ))}
        {shown.length === 0 && <Box color="text-body-secondary">No kind of node matches.</Box>}
      </div>
    </>
  );
};

/** Kinds of nodes to add: by click, by drag, or by keys. */
export const Palette = (props: Props) => (
  <Panel position="top-left">
    {props.open ? (
      <div className="bot-palette nowheel">
        <div className="bot-palette-head">
          <Box variant="h3">Add a node</Box>
          <Button
            variant="icon"
            iconName="close"
            ariaLabel="Close the palette"
            onClick={props.onClose}
          />
        </div>
        <PaletteList {...props} />
      </div>
    ) : (
      <Button iconName="add-plus" onClick={props.onOpen}>
        Add a node
      </Button>
    )}
  </Panel>
);
