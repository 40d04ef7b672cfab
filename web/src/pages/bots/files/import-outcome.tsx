import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ImportedBot } from '#lib/domain/bots/bot-file.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { lineProblems } from './lines.ts';

/** More are not read by anybody: the first ones mended, the file is read again. */
const mostShown = 10;

const More = ({ count }: { count: number }) =>
  count > mostShown && <li>and {count - mostShown} more</li>;

const Sentences = ({ sentences }: { sentences: readonly string[] }) => (
  <ul>
    {sentences.slice(0, mostShown).map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
    <More count={sentences.length} />
  </ul>
);

type RefusedProps = { error: ApiError; onLine: (line: number) => void; onRetry: () => void };

/** Why the text is no bot, each reason with the line that it is about. */
export const Refused = ({ error, onLine, onRetry }: RefusedProps) => {
  const problems = lineProblems(error.detail.map(({ msg }) => msg));
  if (problems.length === 0) {
    const isAboutText = error.field === 'text';
    return (
      <Alert
        type="error"
        header={isAboutText ? 'This is not the file of a bot' : 'The file could not be read'}
        action={isAboutText ? undefined : <Button onClick={onRetry}>Retry</Button>}
      >
        {error.message}
      </Alert>
    );
  }
  return (
    <Alert type="error" header="This is not the file of a bot">
      <ul>
        {problems.slice(0, mostShown).map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <Button variant="inline-link" onClick={() => onLine(line)}>
              Line {line}
            </Button>
            {`: ${message}`}
          </li>
        ))}
        <More count={problems.length} />
      </ul>
    </Alert>
  );
};

const useNameTaken = (name: string): boolean => {
  const { data } = useCall(bots.listBots, { regex: name, number_of_items: 100 });
  const isSame = (other: { name: string }) => other.name.toLowerCase() === name.toLowerCase();
  return data?.items.some(isSame) ?? false;
};

const count = (amount: number, one: string, many: string) =>
  `${amount} ${amount === 1 ? one : many}`;

/** What was read, what does not come along, and what is left to be done. */
export const Imported = ({ bot }: { bot: ImportedBot }) => {
  const isTaken = useNameTaken(bot.name);
  const { stripped, graph } = bot;
  const todo = bot.problems.map(({ message }) => message);
  return (
    <SpaceBetween size="m">
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Name', value: bot.name },
          { label: 'Category', value: bot.category },
          { label: 'Importance', value: bot.importance },
          { label: 'Nodes', value: String(graph.nodes.length) },
        ]}
      />
      {isTaken && (
        <Alert type="warning" header="This name is taken">
          You have a bot that is called <Box variant="strong">{bot.name}</Box>. Give this one
          another name when you save it.
        </Alert>
      )}
      {stripped.length > 0 && (
        <Alert type="info" header="Not taken over">
          <Sentences sentences={stripped} />
        </Alert>
      )}
      {todo.length > 0 && (
        <Alert
          type="info"
          header={`${count(todo.length, 'issue keeps', 'issues keep')} it from running so far`}
        >
          <Sentences sentences={todo} />
        </Alert>
      )}
    </SpaceBetween>
  );
};
