import { setTimeout as pause } from 'node:timers/promises';
import type { Embedded } from '#test/support/embedded.ts';
import type { Target } from './target.ts';

const connectionCount = 50;

type ConnectionTestTimes = {
  /** Milliseconds from the first click to the last verdict. */
  all: number;
  /** Milliseconds of the slowest answer of the list of integrations meanwhile. */
  longestAnswer: number;
  count: number;
};

/**
 * Fifty connections are tested at once: time from the first click until every one is ACTIVE.
 * Meanwhile the console requests its lists.
 */
export const timeConnectionTests = async (
  product: Embedded,
  target: Target,
): Promise<ConnectionTestTimes> => {
  const { integrations } = product.api;
  const api_url = new URL(target.url).origin;
  const values = { api_url, auth_type: 'bearer', token: 'a-token-of-theirs', test_path: '/me' };
  const connections = await Promise.all(
    Array.from({ length: connectionCount }, (_, n) =>
      integrations.createIntegration({
        cspName: 'rest_api',
        alias: `Bench ${n}`,
        groups: ['Bench'],
        values,
      }),
    ),
  );
  const started = performance.now();
  await Promise.all(
    connections.map(({ accountId }) => integrations.testIntegration({ accountId })),
  );
  let longestAnswer = 0;
  for (;;) {
    const requestedAt = performance.now();
    const { items } = await integrations.listIntegrations({ number_of_items: 100, group: 'Bench' });
    longestAnswer = Math.max(longestAnswer, performance.now() - requestedAt);
    const failed = items.find(({ integrationState }) => integrationState === 'ERROR');
    if (failed) throw new Error(`A test failed: ${failed.state_reason}`);
    if (items.every(({ integrationState }) => integrationState === 'ACTIVE')) break;
    await pause(5);
  }
  return { all: performance.now() - started, longestAnswer, count: connectionCount };
};
