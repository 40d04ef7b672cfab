import * as z from 'zod';

/**
 * What a version of a bot may do in an AWS account. `where` is a region, `any` where it is found
 * out in the run, `global` for services of no region, and `default` for that of the integration:
 * until the version is published, which keeps the region that it has then.
 */
export const awsRight = z.object({
  integration_id: z.string(),
  /** As policies name it: `ec2:StopInstances`. */
  permission: z.string(),
  where: z.string(),
});
export type AwsRight = z.infer<typeof awsRight>;
