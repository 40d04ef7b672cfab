import * as z from 'zod';

export const failurePolicies = ['fail_all', 'continue'] as const;

export const parallelSettings = z.strictObject({
  on_branch_failure: z
    .enum(failurePolicies)
    .default('fail_all')
    .meta({
      title: 'When a branch fails',
      description:
        'Fail all ends the other branches and the run; with Continue the merge reports failures.',
    }),
});
