import { fill } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import type { ConnectionVerdict } from '#lib/domain/integrations/connection-test.service.ts';
import { asConnected } from '../outgoing/dial.ts';
import { OutgoingError } from '../outgoing/request.ts';
import { atMailServer } from './mail-server.ts';
import { codeOf, over, type TalkDeps } from './talk.ts';

type Of<Kind extends ChosenAuth['kind']> = Extract<ChosenAuth, { kind: Kind }>;
type Values = Readonly<Record<string, string>>;

const unlike = (host: string, what: string): ConnectionVerdict => ({
  ok: false,
  reason: `${host} ${what}`,
});

/** No mail is sent. */
const toMailServer = async (
  auth: Of<'smtp'>,
  values: Values,
  deps: TalkDeps,
): Promise<ConnectionVerdict> => {
  const outcome = await atMailServer(auth, values, deps, async () => undefined);
  return 'refused' in outcome
    ? { ok: false, reason: outcome.refused }
    : { ok: true, connected_as: fill(auth.user, values) };
};

const databaseReasons: Readonly<Record<string, string>> = {
  '28P01': 'does not accept "User name" and "Password". Check for a mistyped value.',
  '28000': 'does not let this user in from here. Ask who runs the database.',
  '3D000': 'has no database of this name. Check "Database".',
};

/** Signs in, and asks the one thing that every database answers: `select 1`. */
const toDatabase = async (
  auth: Of<'postgres'>,
  values: Values,
  { dial, ca, talkMs }: TalkDeps,
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
    stream: () => asConnected(socket),
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
    await over(socket, host, talk(), { talkMs });
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
  deps: TalkDeps,
): Promise<ConnectionVerdict> => {
  if (auth.kind === 'smtp') return toMailServer(auth, values, deps);
  if (auth.kind === 'postgres') return toDatabase(auth, values, deps);
  throw new Error(`Nobody signs in by ${auth.kind}.`);
};
