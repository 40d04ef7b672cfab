import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';

type Answer = { status: number; body: object };

export type SfnServer = {
  endpoint: string;
  close: () => Promise<void>;
};

const date = 1_790_000_000;

const ok = (body: object): Answer => ({ status: 200, body });
const refusal = (type: string): Answer => ({
  status: 400,
  body: { __type: `com.amazonaws.swf.service.v2.model#${type}`, message: `${type} as in AWS` },
});

/** The runner of each state machine, by its ARN. */
type Runners = Record<string, EmbeddedRunner>;

/** Implements the part of Step Functions' JSON protocol that the adapter uses, over runners. */
export async function startSfnServer(runners: Runners): Promise<SfnServer> {
  const operations = sfnOperations(runners);
  const server = createServer((request, response) => {
    const target = String(request.headers['x-amz-target']).replace('AWSStepFunctions.', '');
    const respond = async () => {
      const operation = operations[target];
      const fields = JSON.parse(await text(request));
      const answer = operation ? await operation(fields) : refusal('UnknownOperation');
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(answer.body));
    };
    void respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Fields = Record<string, string>;
type Operations = Record<string, (fields: Fields) => Promise<Answer>>;

/** The machine's ARN and the run's name, from the ARN of an execution. */
const splitArn = (executionArn: string): [machine: string, name: string] => {
  const end = executionArn.lastIndexOf(':');
  const machine = executionArn.slice(0, end).replace(':execution:', ':stateMachine:');
  return [machine, executionArn.slice(end + 1)];
};

function sfnOperations(runners: Runners): Operations {
  const inputs = new Map<string, string>();
  return {
    async StartExecution({ stateMachineArn = '', name = '', input = '{}' }) {
      const runner = runners[stateMachineArn];
      if (!runner) return refusal('StateMachineDoesNotExist');
      if (!/^[\w-]{1,80}$/.test(name)) return refusal('InvalidName');
      const existingRun = runner.status(name);
      const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
      const repeated = existingRun?.status === 'RUNNING' && inputs.get(executionArn) === input;
      if (existingRun && !repeated) return refusal('ExecutionAlreadyExists');
      inputs.set(executionArn, input);
      await runner.start(name, JSON.parse(input));
      return ok({ executionArn, startDate: date });
    },

    async SendTaskSuccess({ taskToken = '', output = '' }) {
      if (!/^[\w-]{43}$/.test(taskToken)) return refusal('InvalidToken');
      JSON.parse(output);
      for (const runner of Object.values(runners)) {
        if ((await runner.resume(taskToken)) === 'resumed') return ok({});
      }
      return refusal('TaskTimedOut');
    },

    async StopExecution({ executionArn = '', cause = '' }) {
      const [machine, name] = splitArn(executionArn);
      const runner = runners[machine];
      if (!runner?.status(name)) return refusal('ExecutionDoesNotExist');
      await runner.stop(name, cause);
      return ok({ stopDate: date });
    },
  };
}
