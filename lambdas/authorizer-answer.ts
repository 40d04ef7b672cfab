import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import type { Proof } from '#lib/domain/account/caller.service.ts';
import { Refusal } from '#lib/kernel/refusal.ts';

/**
 * Says who calls and allows every method: an answer is remembered for all of them, so the handler
 * decides on each call. API Gateway turns exactly the error `Unauthorized` into 401.
 */
export const identityOnly = async (
  methodArn: string,
  prove: () => Promise<Proof>,
): Promise<APIGatewayAuthorizerResult> => {
  try {
    const proof = await prove();
    const [, stage = ''] = /^(arn:[^/]+\/[^/]+)\//.exec(methodArn) ?? [];
    return {
      principalId: proof.user_id,
      context: { proof: JSON.stringify(proof) },
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: `${stage}/*` }],
      },
    };
  } catch (error) {
    if (error instanceof Refusal) throw new Error('Unauthorized', { cause: error });
    throw error;
  }
};
