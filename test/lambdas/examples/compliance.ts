import type { NewOwnRule } from '#lib/domain/compliance/own/own-rule.schema.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { canary, type Example } from '../example.ts';

const terms = { reason: 'It goes away soon.', owner: 'Storage' };
const scope = { kind: 'tag', key: 'env', value: canary } as const;
const rule_id = 'aws-s3-tls-only';

const ownRule: NewOwnRule = {
  title: 'Buckets have names',
  description: 'Nobody finds others.',
  remediation: 'Name them.',
  severity: 'low',
  category: 'Security',
  integration_type: 'aws',
  service: 'S3',
  resource_type: 'aws_s3_bucket',
  sql: 'select 1',
};

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
    countResourceViolations: {
      resources: [
        { integration_id: sampleId('aws-production'), resource: 'arn:aws:s3:::sample-invoices' },
      ],
    },
    createException: {
      ...terms,
      rule_id,
      scope: { kind: 'integration', integration_id: sampleId('aws-production') },
    },
    createOwnRule: ownRule,
    updateOwnRule: { ...ownRule, revision: 1 },
    switchOwnRule: { enabled: false },
    testOwnRule: { integration_type: ownRule.integration_type, sql: ownRule.sql },
    updateException: { ...terms, revision: 1 },
  },
  furnish: async ({ compliance, root }) => {
    const hidden = { reason: canary, owner: canary, rule_id, scope };
    const { _id } = await compliance.createException(root, hidden);
    const rule = await compliance.createOwnRule(root, { ...ownRule, title: canary });
    return { exception_id: _id, own_rule_id: rule._id };
  },
};
