import type { Integration } from '../../integrations/integration.schema.ts';

/** AWS services that find threats and weaknesses in an account. */
export type FindingService = 'guardduty' | 'securityhub';

/** Open findings of one account by severity, over all regions that the account may use. */
export type SeverityCounts = Record<'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO', number>;

/** The findings of an account, or a sentence that says why it could not be queried. */
export type AccountFindings =
  | { counts: SeverityCounts; notes?: readonly string[] }
  | { problem: string };

/** Queries an account; the result may be some minutes old. */
export type AwsFindings = (
  integration: Integration,
  service: FindingService,
) => Promise<AccountFindings>;
