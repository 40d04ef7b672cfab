import type { Uses } from '../use.ts';

export const uses: Uses = {
  'ask models': ({ MODEL_FUNCTION_ARN = '' }) => [['lambda:InvokeFunction', MODEL_FUNCTION_ARN]],
};
