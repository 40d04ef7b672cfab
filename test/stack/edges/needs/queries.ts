import type { Uses } from '../use.ts';

export const uses: Uses = {
  'query inventory': ({ QUERY_FUNCTION_ARN = '' }) => [
    ['lambda:InvokeFunction', QUERY_FUNCTION_ARN],
  ],
};
