import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { nodeStateProps, RunState } from '#web/components/run-state.tsx';
import { durationText, stepsOf } from '#web/components/run/progress.ts';
import { RunEnd } from '#web/components/run/run-end.tsx';
import { AbortButton } from './run-acts.tsx';
import { RunFacts } from './run-header.tsx';

const Step = ({ name, result }: { name: string; result: NodeResult }) => (
  <ExpandableSection
    headerText={name}
    headerDescription={result.duration_ms === undefined ? '' : durationText(result.duration_ms)}
    headerActions={<RunState {...nodeStateProps(result)} />}
    variant="container"
  >
    <SpaceBetween size="s">
      {result.error && <Alert type="error">{result.error}</Alert>}
      {result.input !== undefined && (
        <div>
          <Box variant="awsui-key-label">Input</Box>
          <LazyJsonView value={result.input} subject={`input of ${name}`} />
        </div>
      )}
      <div>
        <Box variant="awsui-key-label">Output</Box>
        {result.output === undefined ? (
          <Box>-</Box>
        ) : (
          <LazyJsonView value={result.output} subject={`output of ${name}`} />
        )}
      </div>
    </SpaceBetween>
  </ExpandableSection>
);

/** A run of a deleted bot: the nodes' results are still known, the graph is not. */
export const RunWithoutBot = ({ run }: { run: ExecutionView }) => (
  <Box padding="l">
    <SpaceBetween size="l">
      <SpaceBetween size="xxs">
        <Header variant="h1" actions={!isFinal(run.state) && <AbortButton run={run} />}>
          Run of {run.bot_name}
        </Header>
        <RunFacts run={run} />
      </SpaceBetween>
      <RunEnd run={{ ...run, dry_run: run.options.dry_run }} />
      <Alert type="info" header="The bot of this run was deleted">
        The results of its steps are kept, by name. Their settings were deleted with the bot.
      </Alert>
      <Header variant="h2">Steps</Header>
      {stepsOf(run.results).flatMap((id) => {
        const result = run.results[id];
        const name = run.names?.[id] ?? `Step ${id}`;
        return result ? [<Step key={id} name={name} result={result} />] : [];
      })}
    </SpaceBetween>
  </Box>
);
