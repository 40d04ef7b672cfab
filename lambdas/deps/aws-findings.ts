import type { AwsFindings } from '#lib/domain/dashboards/sources/aws-findings.schema.ts';
import { clock } from './process.ts';
import { readAws } from './read-aws.ts';

let loading: Promise<AwsFindings> | undefined;

/** Loaded on first use: few dashboards query AWS. */
export const awsFindings: AwsFindings = async (...args) => {
  loading ??= import('#lib/engine/aws-findings.ts').then((m) => m.awsFindings(readAws, clock));
  return (await loading)(...args);
};
