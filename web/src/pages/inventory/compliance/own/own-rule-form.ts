import type { NewOwnRule, OwnRuleView } from '#lib/domain/compliance/own/own-rule.schema.ts';
import { newOwnRule } from '#lib/domain/compliance/own/own-rule.schema.ts';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';

export type OwnRuleForm = ZodForm<NewOwnRule, NewOwnRule>;

/** The initial query of a new rule: a complete example to be edited. */
const example = `select
  arn as resource,
  case when versioning_enabled then 'ok' else 'alarm' end as status,
  name || case when versioning_enabled then ' keeps' else ' keeps no' end
    || ' earlier versions.' as reason,
  region,
  account_id
from aws_s3_bucket`;

const emptyRule: NewOwnRule = {
  title: '',
  description: '',
  remediation: '',
  severity: 'medium',
  category: 'Security',
  integration_type: 'aws',
  service: 'S3',
  resource_type: 'aws_s3_bucket',
  sql: example,
};

const ownRuleInputOf = (one: OwnRuleView): NewOwnRule => {
  const { title, description, remediation, severity, category } = one;
  const { integration_type, service, resource_type, sql } = one;
  const details = { title, description, remediation, severity, category };
  return { ...details, integration_type, service, resource_type, sql };
};

export const useOwnRuleForm = (existingRule?: OwnRuleView): OwnRuleForm =>
  useZodForm<NewOwnRule, NewOwnRule>(
    newOwnRule,
    existingRule ? ownRuleInputOf(existingRule) : emptyRule,
  );
