import * as z from 'zod';

/**
 * A permission that a version of a bot has in an AWS account. `where` is a region; `any` if the
 * region is only known in the run; `global` for services without regions; or `default` for the
 * integration's region, which publishing replaces by the region that it has then.
 */
export const awsRight = z.object({
  integration_id: z.string(),
  /** As in IAM policies: `ec2:StopInstances`. */
  permission: z.string(),
  where: z.string(),
});
export type AwsRight = z.infer<typeof awsRight>;
