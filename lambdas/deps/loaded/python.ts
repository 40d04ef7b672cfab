import { LambdaClient } from '@aws-sdk/client-lambda';
import { openPython } from '#lib/aws/python.ts';
import { environment } from '../process.ts';

export const python = openPython({
  client: new LambdaClient(),
  functionName: environment('PYTHON_FUNCTION_ARN'),
});
