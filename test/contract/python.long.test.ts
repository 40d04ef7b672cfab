import { LambdaClient } from '@aws-sdk/client-lambda';
import { openPython as openOnLambda } from '#lib/aws/python.ts';
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { clientOf } from '#test/support/loopback.ts';
import { openPythonFunction } from '#test/support/python-function.ts';
import { pythonContract } from './python.contract.ts';

pythonContract('the embedded server', async () => {
  const python = openPython(sandboxFiles(process.cwd()));
  return { python, close: python.close };
});

pythonContract('Lambda', async () => {
  const server = await openPythonFunction();
  const client = new LambdaClient(clientOf(server));
  return {
    python: openOnLambda({ client, functionName: 'runs-python', maxWaitMs: 0 }),
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
});
