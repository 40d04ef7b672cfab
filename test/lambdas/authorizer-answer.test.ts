import { Refusal, unauthorised } from '#lib/kernel/refusal.ts';
import { gatewayResponses } from '#lib/stack/gateway-document.ts';
import { identifyCaller } from '#lambdas/authorizer-answer.ts';

const arn = 'arn:aws:execute-api:us-east-1:111122223333:api/v1/GET/bots';
const everyMethod = 'arn:aws:execute-api:us-east-1:111122223333:api/v1/*';

const answerTo = (error: Error) =>
  identifyCaller(arn, '203.0.113.7', async () => {
    throw error;
  });

describe('the response of the authorizer', () => {
  it('contains the proof, and allows every method', async () => {
    const proof = { tenant_id: 'org_1', user_id: 'ada@example.com', expires_at: 1 };
    const { principalId, context, policyDocument } = await identifyCaller(
      arn,
      '203.0.113.7',
      async () => proof,
    );
    expect(principalId).toBe('ada@example.com');
    expect(JSON.parse(String(context?.proof))).toEqual(proof);
    // The access log reads it from here.
    expect(context?.viewer).toBe('203.0.113.7');
    expect(policyDocument.Statement).toMatchObject([{ Effect: 'Allow', Resource: everyMethod }]);
  });

  it('is an error that the gateway turns into a 401 when the proof is invalid', async () => {
    await expect(answerTo(unauthorised('No.'))).rejects.toThrow(/^Unauthorized$/);
  });

  it('denies after too many failures, which the gateway turns into a 429', async () => {
    const { context, policyDocument } = await answerTo(new Refusal(429, 'Too many.'));
    expect(policyDocument.Statement).toMatchObject([{ Effect: 'Deny', Resource: everyMethod }]);
    expect(context).toEqual({ viewer: '203.0.113.7' });
    expect(gatewayResponses.ACCESS_DENIED).toMatchObject({
      statusCode: 429,
      responseParameters: { 'gatewayresponse.header.Retry-After': "'60'" },
    });
  });

  it('is an error when the authorizer itself fails', async () => {
    await expect(answerTo(new Error('The database is away.'))).rejects.toThrow('away');
  });
});
