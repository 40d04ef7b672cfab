import Box from '@cloudscape-design/components/box';
import type { FailedAttempt } from '#lib/domain/executions/execution.schema.ts';
import { Time } from '#web/components/time.tsx';
import { durationText } from './progress.ts';

const key = ({ error }: FailedAttempt, at: number): string => `${at} ${error}`;

/** The attempts before the last one: when each started, how long it took, and why it failed. */
export const Attempts = ({ attempts }: { attempts: readonly FailedAttempt[] }) => (
  <div>
    <Box variant="awsui-key-label">Attempts before the last</Box>
    <ol className="bot-issue-list">
      {attempts.map((one, at) => (
        <li key={key(one, at)}>
          {one.started_at && <Time at={one.started_at} />}
          {one.duration_ms !== undefined && `, ${durationText(one.duration_ms)}`}
          <div>{one.error}</div>
        </li>
      ))}
    </ol>
  </div>
);
