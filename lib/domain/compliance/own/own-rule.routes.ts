import * as z from 'zod';
import { pageQuery, searchText } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { inventoryTypes } from '../../inventory/inventoried-clouds.schema.ts';
import {
  newOwnRule,
  ownRulePage,
  ownRuleResult,
  ownRuleTrial,
  ownRuleView,
} from './own-rule.schema.ts';

const ownRuleIdParam = { own_rule_id: z.string().max(60) };
const auditedOwnRule = { shownBy: 'getOwnRule', skip: ['rule_id', 'query_changed_at'] } as const;

/** Routes for an organisation's own rules. */
export const ownRuleRoutes = defineRoutes({
  listOwnRules: {
    method: 'GET',
    path: 'compliance/own_rules',
    permission: 'read_compliance_rule',
    resource: 'compliance_rule',
    input: z.strictObject({
      ...pageQuery(),
      integration_type: z
        .enum(inventoryTypes, 'Rules exist for AWS, Azure, GCP and Kubernetes.')
        .optional(),
      status: z.enum(['enabled', 'disabled']).optional(),
      regex: searchText.optional(),
    }),
    output: ownRulePage,
    audit: 'List own compliance rules',
  },
  getOwnRule: {
    method: 'GET',
    path: 'compliance/own_rules/{own_rule_id}',
    permission: 'read_compliance_rule',
    resource: 'compliance_rule',
    input: z.strictObject(ownRuleIdParam),
    output: ownRuleView,
    audit: 'Read an own compliance rule',
  },
  /** Rejected with 400 if the query fails over the last scans, or the resource type is unknown. */
  createOwnRule: {
    method: 'POST',
    path: 'compliance/own_rules',
    permission: 'create_compliance_rule',
    resource: 'compliance_rule',
    input: newOwnRule,
    output: ownRuleView,
    changes: auditedOwnRule,
    audit: 'Create an own compliance rule',
    status: 201,
  },
  /** Rejected with 409 if the rule has changed since the given revision. */
  updateOwnRule: {
    method: 'PUT',
    path: 'compliance/own_rules/{own_rule_id}',
    permission: 'update_compliance_rule',
    resource: 'compliance_rule',
    input: newOwnRule.extend({ ...ownRuleIdParam, revision: z.number().int() }),
    output: ownRuleView,
    changes: auditedOwnRule,
    audit: 'Update an own compliance rule',
  },
  switchOwnRule: {
    method: 'PATCH',
    path: 'compliance/own_rules/{own_rule_id}',
    permission: 'update_compliance_rule',
    resource: 'compliance_rule',
    input: z.strictObject({ ...ownRuleIdParam, enabled: z.boolean() }),
    output: ownRuleView,
    changes: auditedOwnRule,
    audit: 'Enable or disable an own compliance rule',
  },
  deleteOwnRule: {
    method: 'DELETE',
    path: 'compliance/own_rules/{own_rule_id}',
    permission: 'delete_compliance_rule',
    resource: 'compliance_rule',
    input: z.strictObject(ownRuleIdParam),
    output: z.object({}),
    changes: auditedOwnRule,
    audit: 'Delete an own compliance rule',
  },
  testOwnRule: {
    method: 'POST',
    path: 'compliance/own_rules/test',
    permission: 'create_compliance_rule',
    resource: 'compliance_rule',
    reads: true,
    input: ownRuleTrial,
    output: ownRuleResult,
    audit: 'Test an own compliance rule',
  },
});
