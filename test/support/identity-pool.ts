import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { json } from 'node:stream/consumers';
import type { VerifiedToken } from '#lib/domain/account/token.rules.ts';
import { tokenVerifier } from '#lib/domain/account/token.rules.ts';
import { createLog } from '#lib/kernel/log.ts';
import type { IdentitySettings, LocalIdentity } from '#lib/local/identity/identity.ts';
import { openIdentity } from '#lib/local/identity/identity.ts';

export const issuer = 'http://127.0.0.1:4000/identity/local_Cloudwarden';
export const poolId = 'local_Cloudwarden';
export const clientId = 'console';

export const ada = {
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  tenantId: 'org_1',
  password: 'Right-horse1',
  permanent: true,
};

export type Mail = { to: string; subject: string; text: string };
export type Answer = {
  status: number;
  body: {
    __type?: string;
    message?: string;
    Session?: string;
    UserSub?: string;
    SecretCode?: string;
    ChallengeName?: string;
    ChallengeParameters?: Record<string, string>;
    AuthenticationResult?: Tokens;
  };
};
export type Tokens = { AccessToken: string; IdToken: string; RefreshToken?: string };

/** A user pool behind real HTTP; the test moves its clock and reads its mails. */
export type TestPool = {
  identity: LocalIdentity;
  /** Whether every user must have an authenticator app to sign in. */
  demandsSecondFactor: boolean;
  /** The database of its accounts and sessions. */
  database: DatabaseSync;
  endpoint: string;
  mails: Mail[];
  logged: string[];
  /** While true, sending a mail fails. */
  mailIsDown: boolean;
  advance(ms: number): void;
  /** Its clock, in ms. */
  now(): number;
  /** Calls an operation, `from` a given address. */
  call(operation: string, body: unknown, from?: string): Promise<Answer>;
  signIn(username: string, password: string, from?: string): Promise<Answer>;
  /** The tokens of a sign-in that needs no further step. */
  tokens(username: string, password: string): Promise<Required<Tokens>>;
  refresh(refreshToken: string): Promise<Answer>;
  /** Verifies a token as the API does. */
  verify(jwt: string): Promise<VerifiedToken>;
  close(): Promise<void>;
};

const serve = (identity: LocalIdentity) => async (req: IncomingMessage, res: ServerResponse) => {
  const target = String(req.headers['x-amz-target']);
  const from = String(req.headers['x-from'] ?? req.socket.remoteAddress);
  const { status, body } = await identity.handle(target, await json(req), from);
  res.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  res.end(JSON.stringify(body));
};

const listen = async (identity: LocalIdentity) => {
  const handle = serve(identity);
  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { endpoint: `http://127.0.0.1:${address.port}`, close };
};

export const sealingKey = Buffer.alloc(32, 7);

export async function openTestPool(
  path = ':memory:',
  options: Pick<
    IdentitySettings,
    'foundOrganisation' | 'onEvent' | 'hold' | 'demandsSecondFactor'
  > = {},
): Promise<TestPool> {
  const database = new DatabaseSync(path);
  const mails: Mail[] = [];
  const logged: string[] = [];
  let offset = 0;
  const clock = () => Date.now() + offset;
  const identity = openIdentity({
    database,
    clock,
    log: createLog({ clock, write: (line) => logged.push(line) }),
    issuer,
    poolId,
    clientId,
    mail: async (to, subject, text) => {
      if (pool.mailIsDown) throw new Error(`no route to the mailbox of ${to}`);
      mails.push({ to, subject, text });
    },
    sealingKey,
    ...options,
  });
  const { endpoint, close } = await listen(identity);

  const call: TestPool['call'] = async (operation, body, from = '198.51.100.1') => {
    const target = `AWSCognitoIdentityProviderService.${operation}`;
    const headers = { 'x-amz-target': target, 'x-from': from };
    const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  };

  const pool: TestPool = {
    identity,
    demandsSecondFactor: options.demandsSecondFactor ?? false,
    database,
    endpoint,
    mails,
    logged,
    mailIsDown: false,
    advance: (ms) => void (offset += ms),
    now: clock,
    call,
    signIn: (USERNAME, PASSWORD, from) => {
      const AuthParameters = { USERNAME, PASSWORD };
      const body = { AuthFlow: 'USER_PASSWORD_AUTH', ClientId: clientId, AuthParameters };
      return call('InitiateAuth', body, from);
    },
    tokens: async (username, password) => {
      const { status, body } = await pool.signIn(username, password);
      const { RefreshToken, ...tokens } = body.AuthenticationResult ?? {};
      if (!('AccessToken' in tokens) || !RefreshToken) throw new Error(`no tokens: ${status}`);
      return { ...tokens, RefreshToken };
    },
    refresh: (RefreshToken) =>
      call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken }),
    verify: tokenVerifier({ issuer, clientId, jwks: identity.jwks(), clock }),
    close: async () => {
      await close();
      database.close();
    },
  };
  return pool;
}

/** The code in the newest mail. */
export const codeIn = (mails: Mail[]): string => {
  const [code = ''] = /\b\d{8}\b/.exec(mails.at(-1)?.text ?? '') ?? [];
  return code;
};
