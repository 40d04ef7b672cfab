import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseLossyNumbersInTurns } from '#lib/kernel/json.ts';
import type { AuthConfigs } from './listener.schema.ts';

/** A webhook call as received. Header names are in lower case; every value sent is kept. */
export type WebhookCall = {
  headers: Readonly<Record<string, readonly string[]>>;
  query: Readonly<Record<string, readonly string[]>>;
  body: Uint8Array;
};

/** Compares two texts in constant time; what the caller sent is never decoded. */
const isEqualText = (expected: string, actual: string): boolean => {
  const a = Buffer.from(expected);
  const b = Buffer.from(actual);
  return timingSafeEqual(a, a.length === b.length ? b : a) && a.length === b.length;
};

/** The value, if exactly one was sent under this name; else '', which matches no secret. */
const singleValue = (values: Readonly<Record<string, readonly string[]>>, name: string): string => {
  const sentValues = Object.hasOwn(values, name) ? values[name] : undefined;
  return sentValues?.length === 1 ? (sentValues[0] ?? '') : '';
};

const expectedSignature = (
  auth: Extract<AuthConfigs, { auth_type: 'signature' }>,
  secret: string,
  body: Uint8Array,
): string => {
  const encoding = auth.signature_encoding_type === 'HEX' ? 'hex' : 'base64';
  return auth.signature_prefix + createHmac('sha256', secret).update(body).digest(encoding);
};

const hasValidSecret = (auth: AuthConfigs, secret: string, call: WebhookCall): boolean => {
  switch (auth.auth_type) {
    case 'signature': {
      const expected = expectedSignature(auth, secret, call.body);
      return isEqualText(expected, singleValue(call.headers, auth.headers.primary_header));
    }
    case 'secret_in_header':
      return isEqualText(secret, singleValue(call.headers, auth.headers.primary_header));
    case 'secret_in_query':
      return isEqualText(secret, singleValue(call.query, auth.query_param.param_name));
    default:
      return false;
  }
};

const hasAdditionalHeaders = (auth: AuthConfigs, call: WebhookCall): boolean => {
  if (auth.auth_type === 'secret_in_query') return true;
  return auth.headers.additional_headers
    .map(({ name, value }) => isEqualText(value, singleValue(call.headers, name)))
    .every(Boolean);
};

/**
 * Whether the call proves that its sender holds one of the listener's secrets. No secret, or an
 * empty one, proves nothing. All secrets are tried, even after a match, to keep the time constant.
 */
export const isAuthentic = (
  auth: AuthConfigs,
  secrets: readonly string[],
  call: WebhookCall,
): boolean => {
  const proofs = secrets.map((secret) => secret !== '' && hasValidSecret(auth, secret, call));
  return hasAdditionalHeaders(auth, call) && proofs.some(Boolean);
};

/** Why a call failed authentication, for the listener's own users: the sender is not told. */
export const unverifiedReason = (auth: AuthConfigs, call: WebhookCall): string => {
  const { headers } = call;
  if (auth.auth_type === 'secret_in_query') {
    const { param_name } = auth.query_param;
    return singleValue(call.query, param_name) === ''
      ? `The query parameter ${param_name} is missing, empty, or sent more than once.`
      : `The secret in the query parameter ${param_name} does not match the listener.`;
  }
  const { primary_header, additional_headers } = auth.headers;
  if (singleValue(headers, primary_header) === '') {
    return `The header ${primary_header} is missing, empty, or sent more than once.`;
  }
  const mismatch = additional_headers.find(
    ({ name, value }) => !isEqualText(value, singleValue(headers, name)),
  );
  if (mismatch)
    return `The additional header ${mismatch.name} is missing or has a different value.`;
  return auth.auth_type === 'secret_in_header'
    ? `The secret in the header ${primary_header} does not match the listener.`
    : `The signature in the header ${primary_header} does not match the body and the secret.`;
};

/**
 * The listed fields that the payload lacks. Only own, top-level fields with the exact name count; a
 * value of null or 0 counts as present.
 */
export const missingFields = (
  fields: readonly string[],
  payload: Readonly<Record<string, unknown>>,
): string[] => fields.filter((field) => !Object.hasOwn(payload, field));

const deliveryHeaders = ['x-github-delivery', 'webhook-id', 'idempotency-key'];

/** The original text of a field whose number exceeds the precision of a JavaScript number. */
const originalText = async ({ body }: WebhookCall, field: string): Promise<unknown> =>
  Object(await parseLossyNumbersInTurns(Buffer.from(body).toString()))[field];

/** The sender's own id of this delivery: the named field's value, else a well-known header's. */
export const deliveryIdOf = async (
  call: WebhookCall,
  payload: Readonly<Record<string, unknown>>,
  field?: string,
): Promise<string | undefined> => {
  const fieldValue =
    field !== undefined && Object.hasOwn(payload, field) ? payload[field] : undefined;
  if (typeof fieldValue === 'string' && fieldValue !== '') return fieldValue;
  if (Number.isSafeInteger(fieldValue)) return String(fieldValue);
  // Above 2^53 neighbouring numbers parse alike, so that only their digits tell deliveries apart.
  const digits =
    field !== undefined && Number.isInteger(fieldValue)
      ? await originalText(call, field)
      : undefined;
  if (typeof digits === 'string') return digits;
  return deliveryHeaders.map((name) => singleValue(call.headers, name)).find(Boolean);
};

/** Whether the body is UTF-8 `application/json`, or of no stated type, and not compressed. */
export const isJsonCall = ({ headers }: WebhookCall): boolean => {
  const encodings = headers['content-encoding'] ?? [];
  const types = headers['content-type'] ?? [];
  if (encodings.length > 0 || types.length > 1) return false;
  const [type = ''] = types;
  return type === '' || /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type);
};

/** The segment of the webhook path for a source: its name without underscores. */
export const pathTypeOf = (source: string): string => source.replaceAll('_', '');

/** The URL that senders call; it includes the secret as a parameter in the query mode. */
export const webhookUrlOf = (
  base: string,
  one: { _id: string; webhook_source_integration_type: string; auth_configs: AuthConfigs },
  secret?: string,
): string => {
  const type = pathTypeOf(one.webhook_source_integration_type);
  const url = new URL(`${base}/integrations/${type}/webhook/${one._id}`);
  const auth = one.auth_configs;
  if (auth.auth_type === 'secret_in_query' && secret !== undefined) {
    url.searchParams.set(auth.query_param.param_name, secret);
  }
  return url.href;
};
