import * as z from 'zod';

/** An HTTP field name: the token of RFC 9110. */
export const headerToken = z
  .string()
  .trim()
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/,
    'Enter a header name: letters, digits and hyphens.',
  );

/** What frames a message or belongs to one connection is decided here, never by a bot. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a header is one that we set ourselves, and that nobody else may. */
export const isOwnHeader = (name: string): boolean => ownHeaders.has(name.trim().toLowerCase());

/** The name of a header that a request may be given. */
export const requestHeaderName = headerToken.refine(
  (name) => !isOwnHeader(name),
  'Cloudwarden sets this header itself. Remove it.',
);
