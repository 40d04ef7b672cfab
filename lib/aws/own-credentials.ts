import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces the SDK's chain of credential providers in bundles: Lambda puts a function's credentials
 * into the environment, and the chain's other providers (files, SSO, instances) take 150 KB.
 */
export const defaultProvider = fromEnv;
