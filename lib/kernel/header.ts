import * as z from 'zod';

/** An HTTP field name: a token as defined by RFC 9110. */
export const headerToken = z
  .string()
  .trim()
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/,
    'Enter a header name: letters, digits and hyphens.',
  );

/** Headers that frame a message or belong to one connection: set here, never by a bot. */
const reservedHeaders: ReadonlySet<string> = new Set([
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

/** Whether a header may only be set by the product itself. */
export const isReservedHeader = (name: string): boolean =>
  reservedHeaders.has(name.trim().toLowerCase());

/** The name of a header that users may add to a request. */
export const requestHeaderName = headerToken.refine(
  (name) => !isReservedHeader(name),
  'Cloudwarden sets this header itself. Remove it.',
);
