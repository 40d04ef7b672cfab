import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for the SDK's chain of credentials in bundles: Lambda gives a function its own in the
 * environment, and the chain's other sources (files, sign-in, instances) weigh 150 KB.
 */
export const defaultProvider = fromEnv;
