import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ImportedBot } from '#lib/domain/bots/bot-file.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { failureText } from '#web/components/failure-text.ts';
import { lineProblems } from '#web/components/files/lines.ts';

/** The most problems shown: after correcting the first ones, the file is read again. */
const maxProblemsShown = 10;

const More = ({ count }: { count: number }) =>
  count > maxProblemsShown && <li>and {count - maxProblemsShown} more</li>;

type LinedMessage = { line?: number | undefined; message: string };

type LinesProps = { messages: readonly LinedMessage[]; onLine: (line: number) => void };

/** Sentences, each with its line if it has one. */
const LinedSentences = ({ messages, onLine }: LinesProps) => (
  <ul>
    {messages.slice(0, maxProblemsShown).map(({ line, message }) => (
      <li key={`${line} ${message}`}>
        {line !== undefined && (
          <>
            <Button variant="inline-link" onClick={() => onLine(line)}>
              Line {line}
            </Button>
            {': '}
          </>
        )}
        {message}
      </li>
    ))}
    <More count={messages.length} />
  </ul>
);

type ImportRefusedProps = { error: ApiError; onLine: (line: number) => void; onRetry: () => void };

/** Why the text is not a valid bot, each problem with its line. */
export const ImportRefused = ({ error, onLine, onRetry }: ImportRefusedProps) => {
  const problems = lineProblems(error.detail.map(({ msg }) => msg));
  if (problems.length === 0) {
    const isAboutText = error.field === 'text';
    return (
      <Alert
        type="error"
        header={isAboutText ? 'This is not the file of a bot' : 'The file could not be read'}
        action={isAboutText ? undefined : <Button onClick={onRetry}>Retry</Button>}
      >
        {failureText(error)}
      </Alert>
    );
  }
  return (
    <Alert type="error" header="This is not the file of a bot">
      <LinedSentences messages={problems} onLine={onLine} />
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

type ImportResultProps = { bot: ImportedBot; onLine: (line: number) => void };

/** What was read, what is not imported, and what is left to be done. */
export const ImportResult = ({ bot, onLine }: ImportResultProps) => {
  const isTaken = useNameTaken(bot.name);
  const { stripped, graph, problems: todo } = bot;
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
        <Alert type="info" header="Not imported">
          <LinedSentences messages={stripped.map((message) => ({ message }))} onLine={onLine} />
        </Alert>
      )}
      {todo.length > 0 && (
        <Alert
          type="info"
          header={`${count(todo.length, 'issue keeps', 'issues keep')} it from running so far`}
        >
          <LinedSentences messages={todo} onLine={onLine} />
        </Alert>
      )}
    </SpaceBetween>
  );
};
