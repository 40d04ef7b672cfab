import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/kernel/clock.ts';
import { tokenLife } from '#lib/kernel/sign-in.ts';
import type { Account } from './accounts.ts';
import type { Session } from './sessions.ts';
import type { SigningKey } from './signing-key.ts';

export type Tokens = { AccessToken: string; IdToken: string; ExpiresIn: number; TokenType: string };

/** Issues the access and the id token of a session, with Cognito's claims. */
export type TokenMint = (account: Account, session: Session) => Tokens;

type MintSettings = { key: SigningKey; issuer: string; clientId: string; clock: Clock };

const seconds = (ms: number): number => Math.floor(ms / 1000);

export const tokenMint =
  ({ key, issuer, clientId, clock }: MintSettings): TokenMint =>
  (account, session) => {
    const shared = {
      sub: account.sub,
      iss: issuer,
      'cognito:groups': [account.tenant_id],
      origin_jti: session.id,
      auth_time: seconds(session.started_at),
      iat: seconds(clock()),
      exp: seconds(clock() + tokenLife),
    };
    return {
      AccessToken: key.sign({
        ...shared,
        token_use: 'access',
        client_id: clientId,
        username: account.username,
        scope: 'aws.cognito.signin.user.admin',
        jti: randomUUID(),
      }),
      IdToken: key.sign({
        ...shared,
        token_use: 'id',
        aud: clientId,
        'cognito:username': account.username,
        email: account.username,
        email_verified: true,
        name: account.name,
        jti: randomUUID(),
      }),
      ExpiresIn: seconds(tokenLife),
      TokenType: 'Bearer',
    };
  };
