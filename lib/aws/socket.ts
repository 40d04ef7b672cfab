import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import * as z from 'zod';
import { connectionStore, maxConnectionSeconds } from '#lib/domain/ws/connection.store.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { Refusal, unauthorised } from '#lib/kernel/refusal.ts';
import { signInOf } from '#lib/kernel/sign-in.ts';
import type { SocketOwner, SocketSubscriber } from '#lib/ports/realtime.ts';
import type { ForTenant } from './tenant-credentials.ts';

/** The authorizer's context of an owner: API Gateway makes all values strings, and has no lists. */
const owner = z.object({
  tenant_id: z.string(),
  user_id: z.string(),
  key_id: z.string().optional(),
  session: z.string().optional(),
  signed_in_at: z.coerce.number().optional(),
  token_ends: z.coerce.number().optional(),
  channels: z.string(),
});

/** An event of a connection; the owner is what the authorizer returned when it was opened. */
const socketEvent = z.object({
  requestContext: z.object({ connectionId: z.string(), authorizer: owner.partial().optional() }),
});

type SocketDeps = { db: Database; clock: Clock; forTenant: ForTenant };

type Redeem = (ticket: string) => Promise<SocketSubscriber>;

const originOf = ({ headers }: APIGatewayRequestAuthorizerEvent): string | undefined =>
  Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'origin')?.[1];

/**
 * The authorizer of `$connect`: requires a one-time ticket, and the console's origin if a browser
 * sends one. API Gateway turns only the exact error `Unauthorized` into 401.
 */
export const authorizeSocket =
  (redeem: Redeem, siteUrl: string) =>
  async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    try {
      const origin = originOf(event);
      if (origin !== undefined && origin !== siteUrl) throw unauthorised('A foreign origin.');
      const ticketOwner = await redeem(event.queryStringParameters?.ticket ?? '');
      return {
        principalId: ticketOwner.user_id,
        context: { ...ticketOwner, channels: ticketOwner.channels.join(' ') },
        policyDocument: {
          Version: '2012-10-17',
          Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }],
        },
      };
    } catch (error) {
      if (error instanceof Refusal) throw new Error('Unauthorized', { cause: error });
      throw error;
    }
  };

/** Handles `$connect`: from now on the connection gets the frames that its owner may receive. */
export const storeConnection =
  ({ db, clock, forTenant }: SocketDeps) =>
  async (event: unknown): Promise<{ statusCode: 200 }> => {
    const { connectionId, authorizer } = socketEvent.parse(event).requestContext;
    const { tenant_id, channels: channelList, ...person } = owner.parse(authorizer);
    const expires_at = Math.floor(clock() / 1000) + maxConnectionSeconds;
    const channels = channelList.split(' ').filter((name) => name !== '');
    const connection = { _id: connectionId, ...person, channels, expires_at };
    await forTenant(tenant_id, () => connectionStore(db, tenant_id).put(connection));
    return { statusCode: 200 };
  };

/** A frame of the action `send`, from a socket that was opened with a ticket. */
const messageEvent = z.object({
  requestContext: z.object({ authorizer: owner }),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/** Handles the route `send`: the returned text is sent back over the socket. */
export const handleMessage =
  (handle: (from: SocketOwner, body: Uint8Array) => Promise<string>, forTenant: ForTenant) =>
  async (event: unknown): Promise<{ statusCode: 200; body: string }> => {
    const { requestContext, body, isBase64Encoded } = messageEvent.parse(event);
    const { tenant_id, user_id, key_id, ...sessionFields } = requestContext.authorizer;
    const by = key_id === undefined ? signInOf(sessionFields) : { key_id };
    const from: SocketOwner = { tenant_id, user_id, ...by };
    const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
    return { statusCode: 200, body: await forTenant(from.tenant_id, () => handle(from, bytes)) };
  };

/**
 * Handles `$disconnect`. It may never be called; then the first frame that cannot be delivered
 * removes the connection.
 */
export const deleteConnection =
  ({ db, forTenant }: Pick<SocketDeps, 'db' | 'forTenant'>) =>
  async (event: unknown): Promise<{ statusCode: 200 }> => {
    const { connectionId, authorizer } = socketEvent.parse(event).requestContext;
    const { tenant_id } = authorizer ?? {};
    if (tenant_id === undefined) return { statusCode: 200 };
    await forTenant(tenant_id, () => connectionStore(db, tenant_id).delete(connectionId));
    return { statusCode: 200 };
  };
