import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentMount } from '#lib/local/http/api-mount.ts';

describe('a held call of an agent', () => {
  it('is aborted when its connection ends', async () => {
    const arrival = Promise.withResolvers<AbortSignal>();
    const mount = agentMount(
      async ({ gone }) => {
        arrival.resolve(gone);
        await once(gone, 'abort');
        return { statusCode: 200, body: '{}' };
      },
      () => '203.0.113.9',
    );
    const server = createServer((request, response) => {
      void mount.serve(request, response, new URL(request.url ?? '', 'http://server'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const connection = new AbortController();
      const path = `/agents/org_${'0'.repeat(32)}/agt_${'0'.repeat(44)}/claims`;
      const answer = fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body: '{}',
        signal: connection.signal,
      });
      const signal = await arrival.promise;
      expect(signal.aborted).toBe(false);
      connection.abort();
      await expect(answer).rejects.toThrow();
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
