import { useEffect, useMemo, useRef, useState } from 'react';
import Autosuggest, { type AutosuggestProps } from '@cloudscape-design/components/autosuggest';
import Button from '@cloudscape-design/components/button';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { findNodes } from './find.ts';

type Props = {
  graph: Graph;
  onJump: (nodeId: string) => void;
  onClose: () => void;
};

/** A search field for nodes by name and content, which jumps to them. */
export const FindField = ({ graph, onJump, onClose }: Props) => {
  const [text, setText] = useState('');
  const field = useRef<AutosuggestProps.Ref>(null);
  useEffect(() => field.current?.focus(), []);
  const found = useMemo(() => findNodes(graph, text), [graph, text]);
  return (
    <search className="bot-find">
      <div className="bot-find-field">
        <Autosuggest
          ref={field}
          value={text}
          ariaLabel="Find in nodes"
          placeholder="Find in names and contents"
          filteringType="manual"
          expandToViewport
          enteredTextLabel={() => 'Nodes'}
          options={found.map(({ id, name, matchText }) => ({
            value: id,
            label: name,
            description: matchText,
          }))}
          empty={text.trim() === '' ? undefined : 'No node contains this.'}
          onChange={({ detail }) => setText(detail.value)}
          onSelect={({ detail }) => {
            const chosen = found.find(({ id }) => id === detail.value) ?? found[0];
            if (!chosen) return;
            setText(chosen.name);
            onJump(chosen.id);
          }}
          onKeyDown={({ detail }) => {
            if (detail.key === 'Escape') onClose();
          }}
        />
      </div>
      <Button variant="icon" iconName="close" ariaLabel="Close search" onClick={onClose} />
    </search>
  );
};
