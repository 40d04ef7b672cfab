import * as z from 'zod';

/**
 * What a version of a bot may do in an AWS account. `where` is a region, `default` for that of the
 * integration, `any` where it is found out in the run, and `global` for services of no region.
 */
export const awsRight = z.object({
  integration_id: z.string(),
  /** As policies name it: `ec2:StopInstances`. */
  permission: z.string(),
  where: z.string(),
});
export type AwsRight = z.infer<typeof awsRight>;
