import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';

type Answer = { status: number; body: object };

export type SfnServer = {
  endpoint: string;
  stateMachineArn: string;
  close: () => Promise<void>;
};

const stateMachineArn = 'arn:aws:states:eu-west-1:123456789012:stateMachine:bot-run';
const executionPrefix = 'arn:aws:states:eu-west-1:123456789012:execution:bot-run:';
const date = 1_790_000_000;

const ok = (body: object): Answer => ({ status: 200, body });
const refusal = (type: string): Answer => ({
  status: 400,
  body: { __type: `com.amazonaws.swf.service.v2.model#${type}`, message: `${type} as in AWS` },
});

/** Speaks the part of Step Functions' JSON protocol that the adapter uses, over a runner. */
export async function startSfnServer(runner: EmbeddedRunner): Promise<SfnServer> {
  const operations = sfnOperations(runner);
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
    stateMachineArn,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Fields = Record<string, string>;
type Operations = Record<string, (fields: Fields) => Promise<Answer>>;

function sfnOperations(runner: EmbeddedRunner): Operations {
  const inputs = new Map<string, string>();
  return {
    async StartExecution({ stateMachineArn: arn, name = '', input = '{}' }) {
      if (arn !== stateMachineArn) return refusal('StateMachineDoesNotExist');
      if (!/^[\w-]{1,80}$/.test(name)) return refusal('InvalidName');
      const known = runner.status(name);
      const repeated = known?.status === 'RUNNING' && inputs.get(name) === input;
      if (known && !repeated) return refusal('ExecutionAlreadyExists');
      inputs.set(name, input);
      await runner.start(name, JSON.parse(input));
      return ok({ executionArn: executionPrefix + name, startDate: date });
    },

    async SendTaskSuccess({ taskToken = '', output = '' }) {
      if (!/^[\w-]{43}$/.test(taskToken)) return refusal('InvalidToken');
      JSON.parse(output);
      const outcome = await runner.resume(taskToken);
      return outcome === 'resumed' ? ok({}) : refusal('TaskTimedOut');
    },

    async StopExecution({ executionArn = '', cause = '' }) {
      const name = executionArn.slice(executionPrefix.length);
      const isOurs = executionArn.startsWith(executionPrefix);
      if (!isOurs || !runner.status(name)) return refusal('ExecutionDoesNotExist');
      await runner.stop(name, cause);
      return ok({ stopDate: date });
    },
  };
}
