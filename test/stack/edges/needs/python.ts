import type { Uses } from '../use.ts';

export const uses: Uses = {
  'run python': ({ PYTHON_FUNCTION_ARN = '' }) => [['lambda:InvokeFunction', PYTHON_FUNCTION_ARN]],
};
