import { LambdaClient } from '@aws-sdk/client-lambda';
import { openQueries } from '#lib/aws/queries.ts';
import { limits } from '#lib/kernel/limits.ts';
import { environment } from '../process.ts';

const functionOptions = {
  client: new LambdaClient(),
  functionName: environment('QUERY_FUNCTION_ARN'),
};

export const queries = openQueries({ ...functionOptions, maxWaitMs: limits.inventoryQuery });

/** For calls that a user waits for, which must end sooner. */
export const queriesForPreviews = openQueries({
  ...functionOptions,
  maxWaitMs: limits.inventoryPreview,
});
