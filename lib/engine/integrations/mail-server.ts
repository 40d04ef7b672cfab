import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { fillTemplate } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { OutgoingError } from '../outgoing/request.ts';
import { errorCodeOf, type Refused, refused, runConversation, type TalkDeps } from './talk.ts';

type MailServerAuth = Extract<ChosenAuth, { kind: 'smtp' }>;
type Values = Readonly<Record<string, string>>;

/** Whether the server reports a temporary failure, by a status 4xx. */
const isTemporary = (error: unknown): boolean => {
  const { responseCode } = Object(error);
  return typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500;
};

const refusalOf = (error: unknown, host: string): Refused => {
  const code = errorCodeOf(error);
  if (code === 'EAUTH') {
    const problem = 'does not accept "User name" and "Password". Check for a mistyped value.';
    return refused(host, problem);
  }
  if (code === 'ETLS' || code === 'ESOCKET') {
    const problem = 'offers no encrypted connection with a certificate valid for this name.';
    return refused(host, `${problem} Check the name and the port.`);
  }
  const isRetryable = isTemporary(error);
  if (code === 'EENVELOPE') {
    const problem = 'does not accept mail from this sender, or to any of these addresses.';
    return refused(host, `${problem} Check "Sender address", and the addresses.`, isRetryable);
  }
  if (code === 'EMESSAGE') {
    const problem = 'does not accept this mail. Its text may be too long, or may look like spam.';
    return refused(host, problem, isRetryable);
  }
  return refused(
    host,
    'did not answer as a mail server. Check the name and the port.',
    isRetryable,
  );
};

/**
 * Signs in to a mail server (EHLO, STARTTLS unless the port uses TLS from the start, AUTH) and runs
 * `work` with the connection. Throws an `OutgoingError` where the server cannot be reached or
 * takes too long.
 */
export const withMailServer = async <T>(
  auth: MailServerAuth,
  values: Values,
  { dial, ca, talkMs }: TalkDeps,
  work: (connection: SMTPConnection) => Promise<T>,
): Promise<{ done: T } | Refused> => {
  const [host, port] = [fillTemplate(auth.host, values), fillTemplate(auth.port, values)];
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const socket = await dial({ host, port });
  const connection = new Connection({
    host,
    port: Number(port),
    secure: port === '465',
    // The password must never be sent unencrypted.
    requireTLS: true,
    connection: socket,
    tls: { servername: host, ...(ca !== undefined && { ca }) },
  });
  const credentials = {
    user: fillTemplate(auth.user, values),
    pass: fillTemplate(auth.password, values),
  };
  const signedIn = new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.connect(() =>
      connection.login({ credentials }, (error) => (error ? reject(error) : resolve())),
    );
  });
  try {
    const talk = signedIn.then(() => work(connection));
    return { done: await runConversation(socket, host, talk, { talkMs }) };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    return refusalOf(error, host);
  } finally {
    connection.close();
  }
};

/** A mail in plain text. */
export type ComposedMail = {
  /** The sender's address. */
  from: string;
  to: string[];
  subject: string;
  text: string;
  /** The Message-ID by which mail programs recognise duplicates. */
  messageId: string;
};

/** Sends a mail through a mail server. Returns the addresses that the server rejected. */
export const sendThroughServer = async (
  auth: MailServerAuth,
  values: Values,
  deps: TalkDeps,
  mail: ComposedMail,
): Promise<{ done: string[] } | Refused> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const message = await new MailComposer(mail).compile().build();
  const { from, to } = mail;
  return withMailServer(auth, values, deps, (connection) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    connection.send({ from, to }, message, (error, info) =>
      error ? reject(error) : resolve(info?.rejected.map(String) ?? []),
    );
    return promise;
  });
};
