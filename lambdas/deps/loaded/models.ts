import { LambdaClient } from '@aws-sdk/client-lambda';
import { openModels } from '#lib/aws/models.ts';
import { environment } from '../process.ts';

export const models = openModels({
  client: new LambdaClient(),
  functionName: environment('MODEL_FUNCTION_ARN'),
});
