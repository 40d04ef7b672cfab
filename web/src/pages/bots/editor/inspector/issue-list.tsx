import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { issueText } from '../document/issue-text.ts';

type Props = {
  graph: Graph;
  problems: readonly Problem[];
  /** The number of warnings below. */
  warnings: number;
  onJump: (nodeId: string) => void;
};

/** The problems that prevent the bot from running; each links to its node. */
export const IssueList = ({ graph, problems, warnings, onJump }: Props) => {
  if (problems.length === 0 && warnings > 0) {
    return (
      <StatusIndicator type="warning">
        No errors, {formatCount(warnings, 'warning')}.
      </StatusIndicator>
    );
  }
  if (problems.length === 0) {
    return <StatusIndicator type="success">No issues: this graph can run.</StatusIndicator>;
  }
  const nameOf = (id: string | undefined) => graph.nodes.find((node) => node.id === id)?.name;
  return (
    <ol className="bot-issue-list">
      {problems.map((problem) => {
        const { node_id, message } = problem;
        const name = nameOf(node_id);
        return (
          <li key={`${node_id} ${message}`}>
            {node_id !== undefined && name !== undefined && (
              <Button variant="inline-link" onClick={() => onJump(node_id)}>
                {name}
              </Button>
            )}
            <Box>{name === undefined ? message : issueText(problem)}</Box>
          </li>
        );
      })}
    </ol>
  );
};
