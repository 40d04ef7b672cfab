import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { AssumeRoleCommand, type STSClient } from '@aws-sdk/client-sts';
import { tenantTag } from '#lib/tenancy.ts';

/** Runs work that reaches the data of one organisation, and of no other. */
export type ForTenant = <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;

/** Which organisation the running call works for; every call has its own. */
export const tenantScope = () => {
  const scope = new AsyncLocalStorage<string>();
  const forTenant: ForTenant = (tenantId, work) => scope.run(tenantId, work);
  return { forTenant, current: (): string | undefined => scope.getStore() };
};

type Options = {
  sts: STSClient;
  /** The role that may touch what its session's tag names; only this function may assume it. */
  roleArn: string;
  /**
   * How DynamoDB is reached. The handler holds the sockets: every organisation's client uses the
   * same one, or each would open connections of its own.
   */
  connection: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'maxAttempts'> &
    Required<Pick<DynamoDBClientConfig, 'requestHandler'>>;
};

/** How many organisations' clients one function keeps; the oldest makes room. */
const mostKept = 200;

/** A role that is assumed by a role lasts an hour at most. */
const sessionSeconds = 3600;

/**
 * DynamoDB clients whose credentials are those of one organisation. Each assumes the role when it
 * is first used and again before its session ends.
 */
export const tenantClients = ({ sts, roleArn, connection }: Options) => {
  const kept = new Map<string, DynamoDBClient>();

  const assume = async (tenantId: string) => {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: tenantId,
        DurationSeconds: sessionSeconds,
        Tags: [{ Key: tenantTag, Value: tenantId }],
      }),
    );
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration) {
      throw new Error('STS gave no credentials for an organisation.');
    }
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
      expiration: Expiration,
    };
  };

  return (tenantId: string): DynamoDBClient => {
    const found = kept.get(tenantId);
    if (found) return found;
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest);
    const made = new DynamoDBClient({ ...connection, credentials: () => assume(tenantId) });
    kept.set(tenantId, made);
    return made;
  };
};
