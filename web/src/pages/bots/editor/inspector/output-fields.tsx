import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeCode } from '../document/references.ts';

/** The fields of a node's output that later nodes can read. */
export const OutputFields = ({ node: { name, type } }: { node: GraphNode }) => {
  const fields = nodeFacts[type].yields;
  if (!fields) return null;
  return (
    <ExpandableSection headerText="Output">
      <dl className="bot-yields">
        {Object.entries(fields).map(([field, description]) => (
          <div key={field}>
            <dt>
              <Box variant="code">{`${nodeCode(name)}.${field}`}</Box>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </ExpandableSection>
  );
};
