import { useState, type Ref } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nameProblem } from '../document/naming.ts';

type Props = {
  graph: Graph;
  node: GraphNode;
  readOnly: boolean;
  onRename: (name: string) => void;
  ref: Ref<InputProps.Ref>;
};

/**
 * A node's name. It changes when the field is left, not at each key: intermediate names may belong
 * to other nodes, whose references would be changed.
 */
export const NodeName = ({ graph, node, readOnly, onRename, ref }: Props) => {
  const [text, setText] = useState(node.name);
  const [previousName, setPreviousName] = useState(node.name);
  if (previousName !== node.name) {
    setPreviousName(node.name);
    setText(node.name);
  }
  const problem = nameProblem(graph, node.id, text);
  const commit = () => {
    if (!problem && text.trim() !== node.name) onRename(text.trim());
  };
  return (
    <FormField stretch label="Name" errorText={readOnly ? undefined : problem}>
      <Input
        ref={ref}
        value={text}
        readOnly={readOnly}
        onChange={({ detail }) => setText(detail.value)}
        onBlur={commit}
        onKeyDown={({ detail }) => {
          if (detail.key === 'Enter') commit();
          if (detail.key === 'Escape') setText(node.name);
        }}
      />
    </FormField>
  );
};
