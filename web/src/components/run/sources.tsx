import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { inputSources } from './input-sources.ts';
import { laneText } from './lane-text.ts';
import type { RunViewState } from './run-view-state.ts';
import { TriggerText } from './trigger-text.tsx';

type Props = { view: RunViewState; node: GraphNode };

/** The sources of a node's input: the outputs, the event and the turn that its settings read. */
export const Sources = ({ view, node }: Props) => {
  const { graph, run, map, choices, results, jump } = view;
  const { nodes, event, turn } = inputSources(graph, node);
  const lane = map.laneAt(node.id, choices);
  return (
    <div>
      <Box variant="awsui-key-label">Input from</Box>
      {nodes.length === 0 && !event && !turn && <Box>Its own settings only</Box>}
      <ul className="bot-issue-list">
        {nodes.map(({ id, name }) => (
          <li key={id}>
            <Button variant="inline-link" onClick={() => jump(id)}>
              {name}
            </Button>
            {results[id] === undefined && ' (it gave nothing)'}
          </li>
        ))}
        {turn && <li>{laneText(graph, lane)}</li>}
        {event && (
          <li>
            What started the run: <TriggerText trigger={run.trigger} />
          </li>
        )}
      </ul>
    </div>
  );
};
