import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callerAddress } from '#lib/local/http/caller-address.ts';

/** The caller's address as determined by a server behind this many proxies. */
const seenBehind = async (proxies: number, forwarded: string[]): Promise<string> => {
  const addressOf = callerAddress(proxies);
  const server = createServer((asked, response) => response.end(addressOf(asked)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const text = await new Promise<string>((done, fail) => {
    const headers = forwarded.length > 0 ? { 'X-Forwarded-For': forwarded } : {};
    const sent = request({ port, host: '127.0.0.1', headers, agent: false }, (answer) => {
      answer.setEncoding('utf8').once('data', done);
    });
    sent.once('error', fail).end();
  });
  await new Promise((done) => server.close(done));
  return text;
};

const connection = '127.0.0.1';

describe('the address of the caller', () => {
  it.each([
    ['is the connection’s without proxies, whatever is sent', 0, ['203.0.113.9'], connection],
    ['is what one proxy names', 1, ['203.0.113.9'], '203.0.113.9'],
    ['is not what the sender wrote', 1, ['1.1.1.1, 203.0.113.9'], '203.0.113.9'],
    ['is what the outer of two names', 2, ['1.1.1.1, 203.0.113.9, 10.0.0.1'], '203.0.113.9'],
    ['is the same over several lines', 2, ['1.1.1.1, 203.0.113.9', '10.0.0.1'], '203.0.113.9'],
    ['may be of version 6', 1, ['2001:db8::9'], '2001:db8::9'],
    ['is the connection’s where no proxy named anybody', 1, [], connection],
    ['is the connection’s where a proxy was left out', 2, ['203.0.113.9'], connection],
    ['is the connection’s where no address is named', 1, ['unknown'], connection],
  ])('%s', async (_, proxies, forwarded, seen) => {
    expect(await seenBehind(proxies, forwarded)).toBe(seen);
  });
});
