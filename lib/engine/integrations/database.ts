import type { Client } from 'pg';
import { fill } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { asConnected } from '../outgoing/dial.ts';
import { OutgoingError } from '../outgoing/request.ts';
import { codeOf, over, type Refused, refused, type TalkBounds, type TalkDeps } from './talk.ts';

export type Database = Extract<ChosenAuth, { kind: 'postgres' }>;
type Values = Readonly<Record<string, string>>;

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'does not accept "User name" and "Password". Check for a mistyped value.',
  '28000': 'does not let this user in from here. Ask who runs the database.',
  '3D000': 'has no database of this name. Check "Database".',
};

/** The code of an error that a database tells; undefined of one that is not a database's. */
export const stateOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('severity' in error)) return undefined;
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) ? code : '';
};

/** Codes of a server that may let the next one in: it is full, starts, or stops. */
const passing = /^(53|57P)/;

const refusalOf = (error: unknown, host: string): Refused => {
  const code = codeOf(error);
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (known !== undefined) return refused(host, known);
  if (passing.test(stateOf(error) ?? '')) {
    return refused(host, `lets nobody in just now (${code}). Try again later.`, true);
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/i.test(`${code} ${Object(error).message}`)) {
    const what = 'offers no encrypted connection with a certificate valid for this name.';
    return refused(host, `${what} Check the name, the port and the "CA certificate".`);
  }
  return refused(host, 'did not answer as a PostgreSQL server. Check the name and the port.');
};

/** The certificates that its own one may be signed by, where those of the system are not meant. */
const authoritiesOf = ({ ca_certificate = '' }: Values, ca: string | undefined) => {
  const named = [ca_certificate, ca].filter((one) => one !== undefined && one !== '');
  return named.length === 0 ? {} : { ca: named as string[] };
};

/**
 * Signs in at a database, encrypted and by a certificate of its name, and lets `act` ask there,
 * which tells refusals of what it asks by itself. Throws an `OutgoingError` where it cannot be
 * reached or talks too long.
 */
export const atDatabase = async <T>(
  auth: Database,
  values: Values,
  { dial, ca, talkMs }: TalkDeps,
  act: (client: Client) => Promise<T>,
  bounds: TalkBounds = {},
): Promise<{ done: T } | Refused> => {
  const [host, port] = [fill(auth.host, values), fill(auth.port, values)];
  const { default: pg } = await import('pg');
  const socket = await dial({ host, port });
  const client = new pg.Client({
    host,
    port: Number(port),
    user: fill(auth.user, values),
    password: fill(auth.password, values),
    database: fill(auth.database, values),
    ssl: { servername: host, ...authoritiesOf(values, ca) },
    stream: () => asConnected(socket),
    application_name: 'cloudwarden',
  });
  // What is said after the end is nobody's answer.
  client.on('error', () => {});
  const talk = async (): Promise<T> => {
    await client.connect();
    const done = await act(client);
    await client.end();
    return done;
  };
  try {
    return { done: await over(socket, host, talk(), { talkMs, ...bounds }) };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    return refusalOf(error, host);
  }
};
