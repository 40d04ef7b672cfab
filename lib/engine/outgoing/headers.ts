import { isReservedHeader } from '#lib/kernel/header.ts';
import { OutgoingError } from './errors.ts';

/** Header fields by lower-case name. */
export type HeaderFields = ReadonlyMap<string, string>;

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const printableAscii = /^[\x20-\x7e]*$/;

const quoted = (name: string): string => JSON.stringify(name.slice(0, 64));

function refuse(name: string, problem: string): never {
  throw new OutgoingError('request', `The header ${quoted(name)} ${problem}`);
}

function checkField(name: string, value: string): void {
  if (!token.test(name)) {
    refuse(name, 'has no valid name. Use letters, digits and hyphens only.');
  }
  if (isReservedHeader(name)) {
    refuse(name, 'is set by Cloudwarden itself. Remove it from the request.');
  }
  if (!printableAscii.test(value)) {
    const problem = 'has a line break, a control character or a letter outside ASCII in its value.';
    refuse(name, `${problem} Remove or encode it.`);
  }
}

/** The caller's checked headers by lower-case name, with the defaults of every request added. */
export function requestFields(headers: Record<string, string>): HeaderFields {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    checkField(name, value);
    const key = name.toLowerCase();
    if (fields.has(key)) refuse(name, 'is given twice. Keep one of them.');
    fields.set(key, value);
  }
  const defaults = [
    ['accept', '*/*'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['user-agent', 'Cloudwarden'],
  ] as const;
  for (const [name, value] of defaults) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** The method in upper case: any token, except methods that open a tunnel or echo credentials. */
export function requestMethod(method: string): string {
  const upper = method.toUpperCase();
  if (token.test(upper) && !['CONNECT', 'TRACE', 'TRACK'].includes(upper)) return upper;
  throw new OutgoingError(
    'request',
    `The method ${quoted(method)} cannot be sent. Use GET, HEAD, POST, PUT, PATCH or DELETE.`,
  );
}
