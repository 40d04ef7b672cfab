import type { Client } from 'pg';
import { fillTemplate } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { toConnectedSocket } from '../outgoing/dial.ts';
import { OutgoingError } from '../outgoing/request.ts';
import {
  errorCodeOf,
  type Refused,
  refused,
  runConversation,
  type TalkBounds,
  type TalkDeps,
} from './talk.ts';

export type DatabaseAuth = Extract<ChosenAuth, { kind: 'postgres' }>;
type Values = Readonly<Record<string, string>>;

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'does not accept "User name" and "Password". Check for a mistyped value.',
  '28000': 'does not permit this user to connect. Ask the operator of the database.',
  '3D000': 'has no database of this name. Check "Database".',
};

/** The SQLSTATE of a database error ('' where it has none); undefined for any other error. */
export const sqlStateOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('severity' in error)) return undefined;
  const code = errorCodeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) ? code : '';
};

/** SQLSTATEs of temporary failures: the server is full, starting or stopping. */
const temporaryStates = /^(53|57P)/;

const refusalOf = (error: unknown, host: string): Refused => {
  const code = errorCodeOf(error);
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (reason !== undefined) return refused(host, reason);
  if (temporaryStates.test(sqlStateOf(error) ?? '')) {
    return refused(host, `accepts no connections at present (${code}). Try again later.`, true);
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/i.test(`${code} ${Object(error).message}`)) {
    const problem = 'offers no encrypted connection with a certificate valid for this name.';
    return refused(host, `${problem} Check the name, the port and the "CA certificate".`);
  }
  return refused(host, 'did not answer as a PostgreSQL server. Check the name and the port.');
};

/** Certificate authorities to trust instead of the system's, where any are given. */
const authoritiesOf = ({ ca_certificate = '' }: Values, ca: string | undefined) => {
  const authorities = [ca_certificate, ca].filter((one) => one !== undefined && one !== '');
  return authorities.length === 0 ? {} : { ca: authorities as string[] };
};

/**
 * Signs in to a database over TLS, with a certificate valid for its name, and runs `work` with
 * the connection; `work` reports rejected queries itself. Throws an `OutgoingError` where the
 * database cannot be reached or takes too long.
 */
export const withDatabase = async <T>(
  auth: DatabaseAuth,
  values: Values,
  { dial, ca, talkMs }: TalkDeps,
  work: (client: Client) => Promise<T>,
  bounds: TalkBounds = {},
): Promise<{ done: T } | Refused> => {
  const [host, port] = [fillTemplate(auth.host, values), fillTemplate(auth.port, values)];
  const { default: pg } = await import('pg');
  const socket = await dial({ host, port });
  const client = new pg.Client({
    host,
    port: Number(port),
    user: fillTemplate(auth.user, values),
    password: fillTemplate(auth.password, values),
    database: fillTemplate(auth.database, values),
    ssl: { servername: host, ...authoritiesOf(values, ca) },
    stream: () => toConnectedSocket(socket),
    application_name: 'cloudwarden',
  });
  // Errors after the end concern no query any more.
  client.on('error', () => {});
  const talk = async (): Promise<T> => {
    await client.connect();
    const result = await work(client);
    await client.end();
    return result;
  };
  try {
    return { done: await runConversation(socket, host, talk(), { talkMs, ...bounds }) };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    return refusalOf(error, host);
  }
};
