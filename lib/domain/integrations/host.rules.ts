/**
 * A URL's host as integrations name hosts: `host` or `host:port` over https. Plain http is named
 * with its scheme and port, so that no secret meant for https ever goes over it.
 */
export const hostOf = ({ protocol, host, hostname, port }: URL): string =>
  protocol === 'https:' ? host : `http://${hostname}:${port || '80'}`;

/** An address that a secret may be sent to: https, or http with its port written out. */
export const safeAddress = (text: string): URL | undefined => {
  const url = /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && url.port !== '');
  return isSafe ? url : undefined;
};

/**
 * `host` (https) or `host:port`, as URLs spell it: one spelling a host, so that texts can be
 * compared. Undefined where it is none.
 */
export const namedHost = (text: string): string | undefined => {
  const url = /^[^\s/\\@?#]+$/.test(text) ? URL.parse(`https://${text}`) : null;
  return url && /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?$/.test(url.host) ? url.host : undefined;
};

/** The hosts in a text that holds one a line. */
export const namedHosts = (text: string): (string | undefined)[] =>
  text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map(namedHost);

export const mayBeSentTo = ({ hosts }: { hosts: readonly string[] }, url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') && hosts.includes(hostOf(url));
