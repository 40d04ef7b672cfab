import * as z from 'zod';
import { shorten } from '#lib/kernel/value-descriptions.ts';
import type { JobKind } from './job.schema.ts';

/** The key under which the agents of an integration listen for work. */
export const integrationKey = (tenantId: string, integrationId: string): string =>
  `${tenantId}#${integrationId}`;

/** Characters of the standard error of a command that its failure quotes. */
const maxStderrLength = 500;

const httpOutput = z.object({ status: z.number() });
const commandOutput = z.object({ exit_code: z.number(), stderr: z.string() });

/** Why an output that an agent reported counts as a failure; undefined if it does not. */
export const failureIn = (kind: JobKind, output: unknown): string | undefined => {
  if (kind === 'http') {
    const { data } = httpOutput.safeParse(output);
    // An agent follows no redirects, so a status of 3xx means that the request was not processed.
    return data && data.status >= 300
      ? `The address answered with status ${data.status}.`
      : undefined;
  }
  const { data } = kind === 'linux.run' ? commandOutput.safeParse(output) : {};
  if (!data || data.exit_code === 0) return undefined;
  const stderr = data.stderr.trim();
  const suffix = stderr === '' ? '.' : `: ${shorten(stderr, maxStderrLength)}`;
  return `The command ended with exit code ${data.exit_code}${suffix}`;
};
