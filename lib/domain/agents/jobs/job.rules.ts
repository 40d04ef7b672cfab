import * as z from 'zod';
import { shortened } from '#lib/kernel/value-words.ts';
import type { JobKind } from './job.schema.ts';

/** What the agents of an integration wait for work under. */
export const integrationKey = (tenantId: string, integrationId: string): string =>
  `${tenantId}#${integrationId}`;

/** Letters of what a command says of its failure. */
const longestWhy = 500;

const answered = z.object({ status: z.number() });
const ran = z.object({ exit_code: z.number(), stderr: z.string() });

/** Why what an agent has come back with is a failure all the same; undefined where it is none. */
export const failureIn = (kind: JobKind, output: unknown): string | undefined => {
  if (kind === 'http') {
    const { data } = answered.safeParse(output);
    // An agent follows no redirect, so what was sent arrived nowhere.
    return data && data.status >= 300
      ? `The address answered with status ${data.status}.`
      : undefined;
  }
  const { data } = kind === 'linux.run' ? ran.safeParse(output) : {};
  if (!data || data.exit_code === 0) return undefined;
  const why = data.stderr.trim();
  const end = why === '' ? '.' : `: ${shortened(why, longestWhy)}`;
  return `The command ended with exit code ${data.exit_code}${end}`;
};
