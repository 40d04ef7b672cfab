import { secretMask } from '#lib/kernel/text.ts';
import type { AuthConfigs, ListenerView } from '#lib/domain/listeners/listener.schema.ts';

type CalledListener = Pick<
  ListenerView,
  'webhook_url' | 'auth_configs' | 'payload_validation_fields' | 'delivery_id_field'
>;

/** Quotes any text as one word of a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const sampleBody = ({ payload_validation_fields, delivery_id_field }: CalledListener): string => {
  const fields = payload_validation_fields.map((field) => [field, 'example']);
  const id = delivery_id_field ? [[delivery_id_field, 'example-1']] : [];
  return JSON.stringify(Object.fromEntries([['message', 'Hello'], ...fields, ...id]));
};

const signatureLine = (encoding: 'HEX' | 'BASE64'): string => {
  const digest = `printf '%s' "$BODY" | openssl dgst -sha256 -hmac "$SECRET"`;
  return encoding === 'HEX'
    ? `SIGNATURE=$(${digest} | sed 's/^.* //')`
    : `SIGNATURE=$(${digest} -binary | openssl base64)`;
};

/** A placeholder for a stored value, which is not shown again. */
const headerValueOf = ({ name, value }: { name: string; value: string }): string =>
  value === secretMask ? `your-${name}` : value;

/** The shell lines before the call, and its header arguments, for each authentication method. */
const authenticationOf = (auth: AuthConfigs): { lines: string[]; headers: string[] } => {
  if (auth.auth_type === 'secret_in_query') return { lines: [], headers: [] };
  const { primary_header: name, additional_headers } = auth.headers;
  const otherHeaders = additional_headers.map((header) =>
    quoteForShell(`${header.name}: ${headerValueOf(header)}`),
  );
  if (auth.auth_type === 'secret_in_header') {
    return { lines: [], headers: [`${quoteForShell(`${name}: `)}"$SECRET"`, ...otherHeaders] };
  }
  return {
    lines: [signatureLine(auth.signature_encoding_type)],
    headers: [`${quoteForShell(`${name}: ${auth.signature_prefix}`)}"$SIGNATURE"`, ...otherHeaders],
  };
};

const addressOf = ({ webhook_url, auth_configs: auth }: CalledListener): string => {
  const address = webhook_url.replace(/\?.*$/, '');
  if (auth.auth_type !== 'secret_in_query') return quoteForShell(address);
  return `${quoteForShell(`${address}?${auth.query_param.param_name}=`)}"$SECRET"`;
};

/**
 * Shell lines that call the listener with valid authentication and an accepted payload. Without the
 * secret, which is shown only once, they contain a placeholder.
 */
export const curlExample = (listener: CalledListener, secret = 'your-secret'): string => {
  const { lines, headers } = authenticationOf(listener.auth_configs);
  const all = [quoteForShell('content-type: application/json'), ...headers];
  return [
    `SECRET=${quoteForShell(secret)}`,
    `BODY=${quoteForShell(sampleBody(listener))}`,
    ...lines,
    [`curl ${addressOf(listener)}`, ...all.map((header) => `-H ${header}`), '--data "$BODY"'].join(
      ' \\\n  ',
    ),
  ].join('\n');
};
