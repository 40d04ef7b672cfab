import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { AssumeRoleCommand, type STSClient } from '@aws-sdk/client-sts';
import { tenantTag } from '#lib/tenancy.ts';

/** Runs work that can access the data of one organisation only. */
export type ForTenant = <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;

/** Tracks which organisation the current call works for; each call has its own. */
export const tenantScope = () => {
  const scope = new AsyncLocalStorage<string>();
  const forTenant: ForTenant = (tenantId, work) => scope.run(tenantId, work);
  return { forTenant, current: (): string | undefined => scope.getStore() };
};

type Options = {
  sts: STSClient;
  /** The role that may access what its session's tag names; only this function may assume it. */
  roleArn: string;
  /**
   * The connection to DynamoDB. The request handler holds the sockets: all organisations' clients
   * share it, or each would open connections of its own.
   */
  connection: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'maxAttempts'> &
    Required<Pick<DynamoDBClientConfig, 'requestHandler'>>;
};

/** How many organisations' clients one function keeps; the oldest is dropped first. */
const maxClients = 200;

/** In seconds: a role that is assumed by another role can last at most an hour. */
const sessionSeconds = 3600;

/**
 * DynamoDB clients with the credentials of one organisation each. A client assumes the role when it
 * is first used, and again before its session expires.
 */
export const tenantClients = ({ sts, roleArn, connection }: Options) => {
  const clients = new Map<string, DynamoDBClient>();

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
      throw new Error('AWS STS returned no credentials for an organisation.');
    }
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
      expiration: Expiration,
    };
  };

  return (tenantId: string): DynamoDBClient => {
    const found = clients.get(tenantId);
    if (found) return found;
    const [oldest] = clients.keys();
    if (oldest !== undefined && clients.size >= maxClients) clients.delete(oldest);
    const client = new DynamoDBClient({ ...connection, credentials: () => assume(tenantId) });
    clients.set(tenantId, client);
    return client;
  };
};
