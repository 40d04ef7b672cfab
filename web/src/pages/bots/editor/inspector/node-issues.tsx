import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Problem } from '#lib/domain/bots/bot.schema.ts';
import { issueText } from '../document/issue-text.ts';

/** The problems of a node that are not shown at one of its fields. */
export const NodeIssues = ({ problems }: { problems: readonly Problem[] }) =>
  problems.length > 0 && (
    <SpaceBetween size="xs">
      <Header variant="h3" counter={`(${problems.length})`}>
        Issues
      </Header>
      <ul className="bot-issue-list">
        {problems.map((problem) => (
          <li key={problem.message}>{issueText(problem)}</li>
        ))}
      </ul>
    </SpaceBetween>
  );
