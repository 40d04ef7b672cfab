/** Sent with every file of the console, by CloudFront and by the embedded server. */
export const siteHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** Days for which a browser that used HTTPS once will use nothing else. */
export const httpsOnlyDays = 730;

/** Enforces HTTPS from now on, for this host name and its subdomains. */
export const httpsOnlyHeaders = {
  'strict-transport-security': `max-age=${httpsOnlyDays * 24 * 60 * 60}; includeSubDomains`,
};

/** For files that are not pages: nothing in them may run, load, send or be framed. */
export const inertPolicy = [
  'sandbox',
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sent with every response that is data for programs. */
export const dataHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': inertPolicy,
};

/** The console's content security policy; `connect` lists the socket and identity origins. */
export const contentSecurityPolicy = (connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    "object-src 'none'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Content types of the console's files, by file extension. */
export const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
