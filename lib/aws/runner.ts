import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  SendTaskSuccessCommand,
  StartExecutionCommand,
  StopExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { Runner } from '#lib/ports/runner.ts';

/** The longest cause that Step Functions accepts. */
const maxCauseLength = 32_768;

type Options = { client: SFNClient; stateMachineArn: string };

/** Runs one Standard state machine on Step Functions. */
export function stepFunctionsRunner({ client, stateMachineArn }: Options): Runner {
  const executionArn = (name: string) =>
    `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  return {
    async start(name, input) {
      const command = new StartExecutionCommand({
        stateMachineArn,
        name,
        input: JSON.stringify(input),
      });
      try {
        await client.send(command);
        return 'started';
      } catch (error) {
        if (error instanceof ExecutionAlreadyExists) return 'already exists';
        throw error;
      }
    },

    async resume(token) {
      try {
        await client.send(new SendTaskSuccessCommand({ taskToken: token, output: '{}' }));
        return 'resumed';
      } catch (error) {
        if (isClosed(error)) return 'closed';
        throw error;
      }
    },

    // Step Functions itself also stops the runs that this run waits for.
    async stop(name, cause) {
      const command = new StopExecutionCommand({
        executionArn: executionArn(name),
        cause: cause.slice(0, maxCauseLength),
      });
      try {
        await client.send(command);
      } catch (error) {
        if (!(error instanceof ExecutionDoesNotExist)) throw error;
      }
    },
  };
}

/** Whether a token is closed: Step Functions reports used, expired and unknown ones differently. */
const isClosed = (error: unknown): boolean =>
  [TaskTimedOut, TaskDoesNotExist, InvalidToken].some((kind) => error instanceof kind);
