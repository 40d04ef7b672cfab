import { useState } from 'react';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodePolicy, type NodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import type { FieldContext, Settings } from '../../fields/control.ts';
import { fieldsOf } from '../../fields/fields.ts';
import { SettingsForm } from '../../fields/settings-form.tsx';
import { fullPolicy } from '../document/policy.ts';

type Props = {
  node: GraphNode;
  readOnly: boolean;
  context: FieldContext;
  onChange: (policy: NodePolicy, changeKey: string) => void;
};

/**
 * A node's policy for the engine: attempts, timeout, failure, cache. An invalid policy stays in the
 * form only, as a graph cannot store it.
 */
export const PolicySection = ({ node, readOnly, context, onChange }: Props) => {
  const [values, setValues] = useState<Settings>(fullPolicy(node));
  const [previousPolicy, setPreviousPolicy] = useState(node.policy);
  if (previousPolicy !== node.policy) {
    setPreviousPolicy(node.policy);
    setValues(fullPolicy(node));
  }
  const change = (next: Settings, changeKey: string) => {
    setValues(next);
    const parsed = nodePolicy.safeParse(next);
    if (parsed.success) onChange(parsed.data, changeKey);
  };
  return (
    <ExpandableSection
      headerText="Retries and failures"
      defaultExpanded={node.policy !== undefined}
    >
      <SettingsForm
        fields={fieldsOf(nodePolicy.shape, values)}
        settings={values}
        readOnly={readOnly}
        context={context}
        onChange={change}
      />
    </ExpandableSection>
  );
};
