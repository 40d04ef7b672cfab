import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callerAddress } from '#lib/local/http/caller-address.ts';

/** The caller's address as determined by a server behind this many proxies. */
const addressBehindProxies = async (proxies: number, forwarded: string[]): Promise<string> => {
  const addressOf = callerAddress(proxies);
  const server = createServer((incoming, response) => response.end(addressOf(incoming)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const text = await new Promise<string>((resolve, fail) => {
    const headers = forwarded.length > 0 ? { 'X-Forwarded-For': forwarded } : {};
    const sent = request({ port, host: '127.0.0.1', headers, agent: false }, (answer) => {
      answer.setEncoding('utf8').once('data', resolve);
    });
    sent.once('error', fail).end();
  });
  await new Promise((resolve) => server.close(resolve));
  return text;
};

const connection = '127.0.0.1';

describe('the address of the caller', () => {
  it.each([
    ['is that of the connection when no proxy is expected', 0, ['203.0.113.9'], connection],
    ['is named by a single proxy', 1, ['203.0.113.9'], '203.0.113.9'],
    ['is not the one that the sender wrote', 1, ['1.1.1.1, 203.0.113.9'], '203.0.113.9'],
    ['is named by the outer of two proxies', 2, ['1.1.1.1, 203.0.113.9, 10.0.0.1'], '203.0.113.9'],
    ['may be in several header lines', 2, ['1.1.1.1, 203.0.113.9', '10.0.0.1'], '203.0.113.9'],
    ['may be an IPv6 address', 1, ['2001:db8::9'], '2001:db8::9'],
    ['is that of the connection when no proxy sends the header', 1, [], connection],
    ['is that of the connection when a proxy was bypassed', 2, ['203.0.113.9'], connection],
    ['is that of the connection when the header has no address', 1, ['unknown'], connection],
  ])('%s', async (_, proxies, forwarded, expected) => {
    expect(await addressBehindProxies(proxies, forwarded)).toBe(expected);
  });
});
