import type { AwsServiceName } from './services.schema.ts';

/** Types that represent one service of an AWS account that is already connected. */
export const accountServices = {
  aws_ses: 'ses',
  bedrock: 'bedrock',
  guardduty: 'guardduty',
  security_hub: 'securityhub',
} as const satisfies Record<string, AwsServiceName>;

/** The AWS service that a type represents; undefined for every other type. */
export const accountServiceOf = (type: string): AwsServiceName | undefined =>
  Object.hasOwn(accountServices, type)
    ? accountServices[type as keyof typeof accountServices]
    : undefined;
