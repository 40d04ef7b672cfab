import { focusManager, onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import * as z from 'zod';
import { defineRoutes } from '#lib/kernel/route.ts';
import { openLoopback } from '#test/support/loopback.ts';
import { eventually } from '#test/support/eventually.ts';
import { client } from '#web/api/client.ts';
import { setConnection } from '#web/api/connection.ts';
import { createQueryClient } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

const guardFields = { permission: 'read_thing', resource: 'thing', audit: 'Look' };
const shapes = { input: z.strictObject({}), output: z.object({}) };
const { getThing } = client(
  defineRoutes({ getThing: { method: 'GET', path: 'thing', ...guardFields, ...shapes } }),
);

const Polled = () => {
  const { error, refetch } = useCall(getThing, {}, { poll: 5 });
  return <button onClick={() => void refetch()}>{error?.message ?? 'shown'}</button>;
};

it('stops polling after a refusal and resumes after a successful request', async () => {
  let status = 200;
  let calls = 0;
  const server = await openLoopback(({ path }) => {
    if (path !== '/thing') return { body: '{}' };
    calls += 1;
    return status === 200 ? { body: '{}' } : { status, body: '{"error":"Not you."}' };
  });
  setConnection({ apiUrl: server.endpoint, socketUrl: '', accessToken: async () => 'token' });
  const queries = createQueryClient();
  render(
    <QueryClientProvider client={queries}>
      <Polled />
    </QueryClientProvider>,
  );
  const waitForCalls = (at: number) =>
    eventually(
      async () => calls,
      (count) => count >= at,
    );
  await screen.findByText('shown');
  await waitForCalls(3);
  status = 403;
  await screen.findByText('Not you.');
  const previousCalls = calls;
  // Events that would trigger a request at once, besides the clock.
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  act(() => onlineManager.setOnline(false));
  act(() => onlineManager.setOnline(true));
  await act(() => queries.invalidateQueries({ refetchType: 'none' }));
  expect(queries.isFetching()).toBe(0);
  expect(calls).toBe(previousCalls);
  status = 200;
  await act(async () => screen.getByRole('button').click());
  await waitForCalls(previousCalls + 3);
  focusManager.setFocused(undefined);
  queries.clear();
  await server.close();
});
