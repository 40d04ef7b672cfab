import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import type { Proof } from '#lib/domain/account/caller.service.ts';
import { Refusal } from '#lib/kernel/refusal.ts';

const policy = (Effect: 'Allow' | 'Deny', methodArn: string) => {
  const [, stage = ''] = /^(arn:[^/]+\/[^/]+)\//.exec(methodArn) ?? [];
  return {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: `${stage}/*` }],
  };
};

/**
 * Identifies the caller and allows every method: the answer is cached for all methods, so handlers
 * authorise each call. API Gateway turns only the exact error `Unauthorized` into 401. Only callers
 * with too many failures are denied, which the gateway answers with 429. The viewer's address is
 * passed on for the access log, since the connection is CloudFront's.
 */
export const identifyCaller = async (
  methodArn: string,
  viewer: string,
  prove: (address: string) => Promise<Proof>,
): Promise<APIGatewayAuthorizerResult> => {
  try {
    const proof = await prove(viewer);
    return {
      principalId: proof.user_id,
      context: { proof: JSON.stringify(proof), viewer },
      policyDocument: policy('Allow', methodArn),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status !== 429) throw new Error('Unauthorized', { cause: error });
    const policyDocument = policy('Deny', methodArn);
    return { principalId: 'nobody', context: { viewer }, policyDocument };
  }
};
