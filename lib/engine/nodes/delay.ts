import * as z from 'zod';
import { isoTime } from '#lib/kernel/clock.ts';
import { failed, type NodeRules, pretended } from './node.ts';

const seconds = z.coerce.number().int().min(1).max(31_536_000);

export const delay: NodeRules = {
  begin({ settings, now }) {
    const parsed = seconds.safeParse(settings.seconds);
    if (!parsed.success) {
      return failed('The seconds to wait must be a whole number from 1 to 31536000 (one year).');
    }
    const input = { seconds: parsed.data };
    const until = now + parsed.data * 1000;
    const pretend = pretended(`wait until ${isoTime(until)}`);
    return { type: 'wait', kind: 'time', until, input, pretend };
  },

  async resume({ waiting, now }) {
    const until = Date.parse(waiting.until);
    return now < until
      ? undefined
      : { type: 'done', output: { until: isoTime(until) }, handle: 'next' };
  },
};
