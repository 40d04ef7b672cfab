import type { Integration } from '../../integrations/integration.schema.ts';

/** Services of AWS that find threats and weaknesses in an account. */
export type FindingService = 'guardduty' | 'securityhub';

/** Open findings of one account by severity, over all regions that the account may use. */
export type SeverityCounts = Record<'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO', number>;

/** What an account answered, or why it did not, for people. */
export type AccountFindings =
  | { counts: SeverityCounts; notes?: readonly string[] }
  | { problem: string };

/** Asks an account; the answer may be some minutes old. */
export type AwsFindings = (
  integration: Integration,
  service: FindingService,
) => Promise<AccountFindings>;
