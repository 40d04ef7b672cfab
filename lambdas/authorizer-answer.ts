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
 * Says who calls and allows every method: an answer is remembered for all of them, so the handler
 * decides on each call. API Gateway turns exactly the error `Unauthorized` into 401. Only a caller
 * with too many failures is denied, which the gateway answers with 429. The access log names the
 * viewer, whose address the connection does not tell.
 */
export const identityOnly = async (
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
