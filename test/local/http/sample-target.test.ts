import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from '#lib/kernel/refusal.ts';
import { callerAddress } from '#lib/local/http/caller-address.ts';
import { sampleTarget } from '#lib/local/sample-target.ts';

/** What the target of the sample answers behind one proxy that names this caller. */
const askedFrom = async (caller: string): Promise<number> => {
  const target = sampleTarget(new DatabaseSync(':memory:'), Date.now, callerAddress(1));
  const server = createServer((request, response) => {
    const served = target.serve(request, response, new URL('http://127.0.0.1/sample/isolate'));
    Promise.resolve(served).catch((error: unknown) => {
      response.statusCode = error instanceof Refusal ? error.status : 500;
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': caller, connection: 'close' };
  const { status } = await fetch(`http://127.0.0.1:${port}/sample/isolate`, { headers });
  await new Promise((done) => server.close(done));
  return status;
};

describe('the target of the sample bot', () => {
  it.each(['127.0.0.1', '127.0.1.9', '::1', '::ffff:127.0.0.1'])(
    'answers who calls from this machine: %s',
    async (caller) => {
      expect(await askedFrom(caller)).toBe(200);
    },
  );

  it.each(['203.0.113.9', '2001:db8::1', '10.255.255.254'])(
    'is not there for anybody else: %s',
    async (caller) => {
      expect(await askedFrom(caller)).toBe(404);
    },
  );
});
