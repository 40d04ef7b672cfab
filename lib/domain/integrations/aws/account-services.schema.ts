import type { AwsServiceName } from './services.schema.ts';

/** Types that stand for one service of an AWS account that is connected already. */
export const accountServices = {
  aws_ses: 'ses',
  bedrock: 'bedrock',
  guardduty: 'guardduty',
  security_hub: 'securityhub',
} as const satisfies Record<string, AwsServiceName>;

/** The service that a type stands for; undefined for every other type. */
export const accountServiceOf = (type: string): AwsServiceName | undefined =>
  Object.hasOwn(accountServices, type)
    ? accountServices[type as keyof typeof accountServices]
    : undefined;
