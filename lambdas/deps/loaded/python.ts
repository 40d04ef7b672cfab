import { LambdaClient } from '@aws-sdk/client-lambda';
import { openPython } from '#lib/aws/python.ts';
import { environment } from '../process.ts';

const functionOptions = {
  client: new LambdaClient(),
  functionName: environment('PYTHON_FUNCTION_ARN'),
};

/** For runs, which can wait longer. */
export const python = openPython({ ...functionOptions, maxWaitMs: 120_000 });

/** For tests of actions: a user waits, and the API answers within 28 seconds at most. */
export const pythonForTests = openPython({ ...functionOptions, maxWaitMs: 10_000 });
