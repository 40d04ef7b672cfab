import { pathTo } from '#lib/pages.ts';
import type { Meaning, WidgetData } from '../widgets/data.schema.ts';
import type { AccountFindings, SeverityCounts } from './aws-findings.schema.ts';

const severityDisplay: Record<keyof SeverityCounts, { name: string; meaning: Meaning }> = {
  CRITICAL: { name: 'Critical', meaning: 'critical' },
  HIGH: { name: 'High', meaning: 'high' },
  MEDIUM: { name: 'Medium', meaning: 'medium' },
  LOW: { name: 'Low', meaning: 'low' },
  INFO: { name: 'Informational', meaning: 'info' },
};

const severities = Object.keys(severityDisplay) as (keyof SeverityCounts)[];

type QueriedAccount = { alias: string; findings: AccountFindings };

/** Findings of all accounts by severity; for accounts that could not be queried, the reason. */
export const findingsBySeverity = (accounts: readonly QueriedAccount[]): WidgetData => {
  const counts = accounts.flatMap(({ findings }) => ('counts' in findings ? findings.counts : []));
  const notes = accounts.flatMap(({ alias, findings }) => {
    const sentences = 'problem' in findings ? [findings.problem] : (findings.notes ?? []);
    return sentences.map((sentence) => `${alias}: ${sentence}`);
  });
  const parts = severities
    .map((severity) => ({
      ...severityDisplay[severity],
      value: counts.reduce((sum, one) => sum + one[severity], 0),
      link: pathTo('connectedIntegrations', {}, { integration_type: 'aws' }),
    }))
    .filter(({ value }) => value > 0);
  return { kind: 'parts', unit: 'count', parts, ...(notes.length > 0 && { notes }) };
};
