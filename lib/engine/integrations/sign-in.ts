import type { Socket } from 'node:net';
import { fill } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import type { ConnectionVerdict } from '#lib/domain/integrations/connection-test.service.ts';
import type { Dial } from '../outgoing/dial.ts';
import { OutgoingError } from '../outgoing/request.ts';

type Of<Kind extends ChosenAuth['kind']> = Extract<ChosenAuth, { kind: Kind }>;
type Values = Readonly<Record<string, string>>;

/** How servers that speak no HTTP are reached. */
export type SignInDeps = {
  dial: Dial;
  /** Certificates that are trusted besides those of the system. */
  ca?: string;
};

/** Milliseconds for all that is said once a connection stands. */
const longest = 14_000;

const codeOf = (error: unknown): string => String(Object(error).code ?? '');

const unlike = (host: string, what: string): ConnectionVerdict => ({
  ok: false,
  reason: `${host} ${what}`,
});

/** What was said last may still be read once a connection is closed; in ms. */
const lastWords = 100;

/** Ends what is said in time, or with the connection, and leaves no socket behind. */
const over = async <T>(socket: Socket, host: string, talk: Promise<T>): Promise<T> => {
  const timers: NodeJS.Timeout[] = [];
  const ended = new Promise<never>((_, reject) => {
    const end = (ms: number, kind: 'timeout' | 'protocol', why: string) =>
      timers.push(setTimeout(() => reject(new OutgoingError(kind, `${host} ${why}`)), ms));
    const late = `did not answer completely within ${longest / 1000} s.`;
    end(longest, 'timeout', `${late} Check that the service is up.`);
    const closed = 'closed the connection before it had let us in. Check the name and the port.';
    socket.once('close', () => end(lastWords, 'protocol', closed));
  });
  try {
    return await Promise.race([talk, ended]);
  } finally {
    socket.destroy();
    for (const timer of timers) clearTimeout(timer);
    // What comes after the end is nobody's answer.
    ended.catch(() => {});
    talk.catch(() => {});
  }
};

/** EHLO, STARTTLS unless the port speaks TLS from the start, AUTH; no mail is sent. */
const toMailServer = async (
  auth: Of<'smtp'>,
  values: Values,
  { dial, ca }: SignInDeps,
): Promise<ConnectionVerdict> => {
  const [host, port] = [fill(auth.host, values), fill(auth.port, values)];
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const socket = await dial({ host, port });
  const connection = new SMTPConnection({
    host,
    port: Number(port),
    secure: port === '465',
    // The password never travels in the clear.
    requireTLS: true,
    connection: socket,
    tls: { servername: host, ...(ca !== undefined && { ca }) },
  });
  const credentials = { user: fill(auth.user, values), pass: fill(auth.password, values) };
  const talk = new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.connect(() =>
      connection.login({ credentials }, (error) => (error ? reject(error) : resolve())),
    );
  });
  try {
    await over(socket, host, talk);
    return { ok: true, connected_as: credentials.user };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    const code = codeOf(error);
    if (code === 'EAUTH') {
      const what = 'does not accept "User name" and "Password". Check for a mistyped value.';
      return unlike(host, what);
    }
    if (code === 'ETLS' || code === 'ESOCKET') {
      const what = 'offers no encrypted connection with a certificate valid for this name.';
      return unlike(host, `${what} Check the name and the port.`);
    }
    return unlike(host, 'did not answer as a mail server. Check the name and the port.');
  } finally {
    connection.close();
  }
};

const databaseReasons: Readonly<Record<string, string>> = {
  '28P01': 'does not accept "User name" and "Password". Check for a mistyped value.',
  '28000': 'does not let this user in from here. Ask who runs the database.',
  '3D000': 'has no database of this name. Check "Database".',
};

/** A socket that stands already, for a client that would connect by itself. */
const standing = (socket: Socket): Socket => {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return socket;
};

/** Signs in, and asks the one thing that every database answers: `select 1`. */
const toDatabase = async (
  auth: Of<'postgres'>,
  values: Values,
  { dial, ca }: SignInDeps,
): Promise<ConnectionVerdict> => {
  const [host, port] = [fill(auth.host, values), fill(auth.port, values)];
  const { default: pg } = await import('pg');
  const socket = await dial({ host, port });
  const user = fill(auth.user, values);
  const client = new pg.Client({
    host,
    port: Number(port),
    user,
    password: fill(auth.password, values),
    database: fill(auth.database, values),
    ssl: { servername: host, ...(ca !== undefined && { ca }) },
    stream: () => standing(socket),
    application_name: 'cloudwarden',
  });
  // What is said after the end is nobody's answer.
  client.on('error', () => {});
  const talk = async () => {
    await client.connect();
    await client.query('select 1');
    await client.end();
  };
  try {
    await over(socket, host, talk());
    return { ok: true, connected_as: user };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    const code = codeOf(error);
    const known = Object.hasOwn(databaseReasons, code) ? databaseReasons[code] : undefined;
    if (known !== undefined) return unlike(host, known);
    if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/i.test(`${code} ${Object(error).message}`)) {
      const what = 'offers no encrypted connection with a certificate valid for this name.';
      return unlike(host, `${what} Check the name and the port.`);
    }
    return unlike(host, 'did not answer as a PostgreSQL server. Check the name and the port.');
  }
};

/** Signs in where an integration says, encrypted; nothing is changed there. */
export const signIn = (
  auth: ChosenAuth,
  values: Values,
  deps: SignInDeps,
): Promise<ConnectionVerdict> => {
  if (auth.kind === 'smtp') return toMailServer(auth, values, deps);
  if (auth.kind === 'postgres') return toDatabase(auth, values, deps);
  throw new Error(`Nobody signs in by ${auth.kind}.`);
};
