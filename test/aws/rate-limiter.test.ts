import { openRateLimiter } from '#lib/aws/rate-limiter.ts';
import { awsCollector } from '#lib/engine/collectors/aws.ts';
import type { AwsReadSession } from '#lib/domain/integrations/aws/service-read.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { machineNamed } from '#test/support/state-machine.ts';
import { openedIntegration } from '../engine/nodes/node-world.ts';

/** Counts the sequential calls that a process may make in `seconds` seconds. */
const callsWithin = (seconds: number, sharers: number, isAnswered: boolean): number => {
  let now = 0;
  const pace = openRateLimiter(() => now, sharers);
  let calls = 0;
  for (;;) {
    now += pace.next();
    if (now > seconds * 1000) return calls;
    calls += 1;
    if (isAnswered) pace.answered();
    else pace.throttled();
  }
};

describe('the processes of a scan', () => {
  it.each([1, 2, 3, 8])('make no more calls than one process: %d processes', (processes) => {
    for (const isAnswered of [true, false]) {
      const alone = callsWithin(30, 1, isAnswered);
      const together = processes * callsWithin(30, processes, isAnswered);
      expect(together).toBeLessThanOrEqual(alone * 1.05 + processes);
    }
  });

  it('are as many as the tables that are read at once', () => {
    expect(machineNamed('inventory-run')).toMatchObject({
      States: { Collect: { MaxConcurrency: limits.tablesAtOnce } },
    });
  });

  it('share the rate of a service only if several tables call it', async () => {
    const sessions: AwsReadSession[] = [];
    const collector = awsCollector(async (session) => {
      sessions.push(session);
      return { pages: async function* () {}, close: () => undefined };
    });
    const role_arn = 'arn:aws:iam::111122223333:role/reader';
    const integration = openedIntegration('aws', {
      region: 'eu-west-1',
      role_arn,
      external_id: 'ours',
    });
    const request = {
      integration: integration as never,
      table: 'aws_s3_bucket',
      signal: new AbortController().signal,
      problem: () => undefined,
      closed: () => undefined,
      again: () => undefined,
    };
    for await (const rows of collector.rows(request)) expect(rows).toEqual([]);
    const [session] = sessions;
    expect(session?.sharers('@aws-sdk/client-ec2')).toBeGreaterThan(limits.tablesAtOnce);
    expect(session?.sharers('@aws-sdk/client-s3')).toBe(1);
  });
});
