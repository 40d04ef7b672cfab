import {
  AssumeRoleCommand,
  GetCallerIdentityCommand,
  type STSClientConfig,
} from '@aws-sdk/client-sts';
import type {
  Identity,
  RoleSession,
  StsAnswer,
  StsCalls,
} from '#lib/domain/integrations/aws/role.schema.ts';
import { stsClient } from './sts-client.ts';
import { stsFailure } from './sts-failure.ts';

/** A policy that denies everything: GetCallerIdentity, the only call made, needs no rights. */
const denyAllPolicy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Deny', Action: '*', Resource: '*' }],
});

/** In seconds; the shortest session that AWS allows. */
const sessionLength = 900;

/** In milliseconds, for one call including its retry. */
const callTimeout = 5_000;

const toStsAnswer = async <T>(call: () => Promise<T>): Promise<StsAnswer<T>> => {
  try {
    return { kind: 'answered', value: await call() };
  } catch (error) {
    const isDenied = error instanceof Error && /^AccessDenied(Exception)?$/.test(error.name);
    return isDenied ? { kind: 'denied' } : { kind: 'failed', reason: stsFailure(error) };
  }
};

/** The STS calls that test a role, made with the credentials of this process. */
export const stsCalls = (config: STSClientConfig = {}, timeoutMs = callTimeout): StsCalls => {
  const callOptions = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });
  const settings = { maxAttempts: 2, ...config };
  const productClient = stsClient(settings);
  return {
    assume: (RoleArn, ExternalId) =>
      toStsAnswer(async (): Promise<RoleSession> => {
        const { Credentials } = await productClient.send(
          new AssumeRoleCommand({
            RoleArn,
            ...(ExternalId !== undefined && { ExternalId }),
            RoleSessionName: 'cloudwarden-connection-test',
            DurationSeconds: sessionLength,
            Policy: denyAllPolicy,
          }),
          callOptions(),
        );
        const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials ?? {};
        if (!AccessKeyId || !SecretAccessKey || !SessionToken) {
          throw new Error('AWS STS returned no credentials.');
        }
        return {
          accessKeyId: AccessKeyId,
          secretAccessKey: SecretAccessKey,
          sessionToken: SessionToken,
        };
      }),

    whoIs: (session) =>
      toStsAnswer(async (): Promise<Identity> => {
        const { requestHandler } = productClient.config;
        const client = session
          ? stsClient({ ...settings, requestHandler, credentials: session })
          : productClient;
        const { Account, Arn } = await client.send(new GetCallerIdentityCommand({}), callOptions());
        if (!Account || !Arn) throw new Error('AWS STS returned no identity.');
        return { account: Account, arn: Arn };
      }),
  };
};
