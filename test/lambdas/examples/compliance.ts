import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Example } from '../example.ts';

export const example: Example = {
  inputs: {
    exportCompliance: { benchmark: 'CIS' },
    getComplianceHistory: { start_date: '2026-01-01', end_date: '2026-12-31' },
    listRuleResources: { rule_id: 'aws-s3-tls-only' },
    listResourceViolations: {
      integration_id: sampleId('aws-production'),
      resource_type: 'aws_s3_bucket',
      resource: 'arn:aws:s3:::invoices',
    },
  },
};
