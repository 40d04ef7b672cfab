import { assertReadRequest, type Mount, sendJson } from './respond.ts';

const unhealthyBody = { ok: false, error: 'The data folder cannot be written. Check its disk.' };

/** `/healthz`: 200 only while events can be accepted and persisted; `prove` writes, or throws. */
export const healthMount = (prove: () => Promise<unknown>): Mount => ({
  claims: (path) => path === '/healthz',
  serve: async (request, response) => {
    assertReadRequest(request);
    const healthy = await prove().then(
      () => true,
      () => false,
    );
    if (healthy) sendJson(response, 200, { ok: true });
    else sendJson(response, 503, unhealthyBody, { 'retry-after': '1' });
  },
});
