import type { AwsReply, AwsRequest } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { integrationStore, keepSampleCall } from '#lib/domain/integrations/integration.store.ts';
import type { SampleCall } from '#lib/domain/integrations/integration.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { sampleRows } from '../collectors/sample.ts';
import { changesOfCall, isAffected } from '../collectors/sample/calls.ts';
import type { EngineDeps } from '../deps.ts';

const unsupportedCall = (call: string, alias: string): AwsReply => ({
  kind: 'shut out',
  reason:
    `"${alias}" is a sample account and does not support ${call}: it supports the calls that fix ` +
    'findings. Query the inventory, or choose a connected AWS account.',
  again: false,
});

type CalledAccount = AwsRequest['owner'] & NonNullable<AwsRequest['sample']>;
export type SampleDeps = Pick<EngineDeps, 'db' | 'clock'>;

/** Answers a call from the sample, and stores it for later scans; a dry run is not stored. */
export const callSample = async (
  { db, clock }: SampleDeps,
  { tenant_id, accountId, alias }: CalledAccount,
  { service, operation, region, parameters }: AwsRequest,
): Promise<AwsReply> => {
  const name = `${service}:${operation}`;
  const [main] = changesOfCall(name) ?? [];
  if (!main) return unsupportedCall(name, alias);
  const { DryRun, ...callParameters } = parameters;
  const at = isoTime(clock());
  const call: SampleCall = { call: name, region, parameters: callParameters, at };
  const found = await integrationStore(db, tenant_id).get(accountId);
  const rows = found ? sampleRows(found, main.table, clock()) : [];
  if (!rows.some((row) => isAffected(main, row, call))) {
    const message = `There is no such resource in the sample account, in ${region}`;
    return { kind: 'failed', name: 'NotFound', message, again: false };
  }
  if (DryRun === true) {
    const message = 'Request would have succeeded';
    return { kind: 'failed', name: 'DryRunOperation', message, again: false };
  }
  const key = sha256(JSON.stringify([name, region, callParameters])).slice(0, 32);
  await keepSampleCall(db, { tenant_id, accountId }, key, call);
  return { kind: 'answered', value: {}, truncated: false };
};
