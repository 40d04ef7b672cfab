import { AssumeRoleCommand, type STSClient } from '@aws-sdk/client-sts';
import type { RoleSession } from '#lib/domain/integrations/aws/role.schema.ts';
import type { AwsRequest } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { errorParts } from './sdk.ts';
import { stsFailure } from './sts-failure.ts';

/** In seconds: the longest session when one role assumes another. */
const sessionLength = 3600;

/** A session is not used any more in its last minutes, in ms. */
const renewalMargin = 5 * 60_000;

/** How many sessions are kept, in memory only. */
const maxSessions = 200;

type Session = { credentials: RoleSession; expiresAt: number };
type SessionRequest = Pick<AwsRequest, 'owner' | 'role' | 'session' | 'policy' | 'timeoutMs'>;

/** Everything that a session is for: organisations, integrations or policies never share one. */
export const sessionKeyOf = ({
  owner: { tenant_id, accountId },
  role: { role_arn, external_id },
  session,
  policy,
}: Omit<SessionRequest, 'timeoutMs'>): string =>
  JSON.stringify([tenant_id, accountId, role_arn, external_id, session, policy]);

/** Opens sessions of roles, each restricted by its policy; simultaneous requests share one. */
export const openSessions = (sts: STSClient, clock: () => number) => {
  const sessions = new Map<string, Promise<Session>>();

  const begin = async ({ role, session, policy, timeoutMs }: SessionRequest): Promise<Session> => {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: role.role_arn,
        ExternalId: role.external_id,
        RoleSessionName: session,
        DurationSeconds: sessionLength,
        Policy: policy,
      }),
      { abortSignal: AbortSignal.timeout(timeoutMs) },
    );
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken) {
      throw new Error('AWS STS returned no credentials.');
    }
    return {
      credentials: {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        sessionToken: SessionToken,
      },
      expiresAt: Expiration?.getTime() ?? clock() + sessionLength * 1000,
    };
  };

  return {
    async of(request: SessionRequest): Promise<RoleSession> {
      const key = sessionKeyOf(request);
      const cached = sessions.get(key);
      const session = await cached?.catch(() => undefined);
      if (session && session.expiresAt - renewalMargin > clock()) return session.credentials;
      const current = sessions.get(key);
      // Callers that waited for the same expired session share the new one.
      if (current && current !== cached) return (await current).credentials;
      const newSession = begin(request);
      sessions.delete(key);
      sessions.set(key, newSession);
      newSession.catch(() => sessions.delete(key));
      const [oldest] = sessions.keys();
      if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
      return (await newSession).credentials;
    },

    /** Forgets a session that AWS no longer accepts. */
    forget: (request: SessionRequest): void => void sessions.delete(sessionKeyOf(request)),
  };
};

/** Why a role could not be assumed, for users, and whether a retry may succeed. */
export const assumeRoleFailureOf = (
  error: unknown,
  role: Pick<AwsRequest['role'], 'role_arn'>,
): { reason: string; again: boolean } => {
  if (/^AccessDenied(Exception)?$/.test(errorParts(error).name)) {
    const problem = `AWS does not let Cloudwarden assume ${role.role_arn} any more.`;
    return { reason: `${problem} Test the integration.`, again: false };
  }
  return { reason: stsFailure(error), again: true };
};
