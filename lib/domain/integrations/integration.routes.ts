import * as z from 'zod';
import { commaList, pageQuery, searchText } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  awsConnected,
  awsConnection,
  awsRoleView,
  awsSetupCheck,
  awsSetupView,
  newAwsSetup,
} from './aws/setup.schema.ts';
import { integrationForm, integrationRequest, integrationTypes } from './catalogue.schema.ts';
import {
  integrationChange,
  integrationPage,
  integrationStates,
  integrationView,
  newIntegration,
  typeName,
  usingBot,
  usingIntegration,
  usingScan,
} from './integration.schema.ts';

const integrationIdParam = { accountId: z.string().max(60) };
const setupIdParam = { setup_id: z.string().max(60) };

const aliasSearch = z
  .string()
  .trim()
  .min(2, 'There should be more than 1 character.')
  .pipe(searchText);

const accountSearch = z.string().trim().min(3, 'There should be more than 2 characters.').max(60);

/** What the audit trail shows of a change; skipped fields follow from tests or from others. */
const auditSettings = {
  shownBy: 'getIntegration',
  skip: [
    'accountId',
    'agent_ids',
    'agent_status',
    'category',
    'connected_as',
    'connection_type',
    'createdAt',
    'failed_at',
    'integrationState',
    'revision',
    'state_reason',
    'tested_at',
    'tested_by',
    'untested',
    'updatedAt',
    'used_for',
    'userId',
  ],
} as const;

/** The ID of each account is appended to it. */
const organisationAlias = newIntegration.shape.alias.refine(
  (alias) => alias.length <= 80,
  'The alias of an organisation has at most 80 characters.',
);

const connecting = { permission: 'create_integration', resource: 'integration' } as const;
const read = { permission: 'read_integration', resource: 'integration' } as const;

/** Routes of the integrations area: connected accounts, and the catalogue of types. */
export const integrationRoutes = defineRoutes({
  listIntegrationTypes: {
    method: 'GET',
    path: 'integration_types',
    permission: 'read_integration_type',
    resource: 'integration',
    // It is the same for every user, and lists of bots and apps take their names from it.
    holders: 'everyone',
    input: z.strictObject({}),
    output: integrationTypes,
    audit: 'List the integration types',
  },
  getIntegrationForm: {
    method: 'GET',
    path: 'integration_types/{cspName}',
    ...read,
    input: z.strictObject({ cspName: typeName }),
    output: integrationForm,
    audit: 'Read the form of an integration type',
  },
  listIntegrationGroups: {
    method: 'GET',
    path: 'integration_groups',
    ...read,
    input: z.strictObject({}),
    output: z.object({ items: z.array(z.string()) }),
    audit: 'List the integration groups',
  },
  requestIntegration: {
    method: 'POST',
    path: 'feature_requests/integrations',
    ...read,
    input: integrationRequest,
    output: z.object({ statusCode: z.literal(200) }),
    evidence: ({ integration_type, wanted, subject }) => ({
      Type: integration_type ?? wanted,
      Subject: subject,
    }),
    audit: 'Request an integration type',
  },
  listIntegrations: {
    method: 'GET',
    path: 'integrations',
    ...read,
    input: z.strictObject({
      ...pageQuery(),
      alias: aliasSearch.optional(),
      accountId: accountSearch.optional(),
      state: z.enum(integrationStates).optional(),
      integration_type: commaList(typeName).optional(),
      group: z.string().max(60).optional(),
      agentTag: z.string().max(60).optional(),
    }),
    output: integrationPage,
    audit: 'List integrations',
  },
  countIntegrations: {
    method: 'GET',
    path: 'integrations/count',
    ...read,
    input: z.strictObject({}),
    output: z.object({ count: z.number(), by_type: z.record(z.string(), z.number()) }),
    audit: 'Count integrations, in total and by type',
  },
  getIntegration: {
    method: 'GET',
    path: 'integrations/{accountId}',
    ...read,
    input: z.strictObject(integrationIdParam),
    output: integrationView,
    audit: 'Read an integration, without its secrets',
  },
  getIntegrationUse: {
    method: 'GET',
    path: 'integrations/{accountId}/use',
    ...read,
    input: z.strictObject(integrationIdParam),
    output: z.object({
      items: z.array(usingBot),
      integrations: z.array(usingIntegration),
      scan: usingScan.optional(),
    }),
    audit: 'List the bots, integrations, schedules and actions that use an integration',
  },
  createIntegration: {
    method: 'POST',
    path: 'integrations',
    permission: 'create_integration',
    resource: 'integration',
    input: newIntegration,
    output: integrationView,
    changes: auditSettings,
    audit: 'Connect an integration',
    status: 201,
  },
  updateIntegration: {
    method: 'PUT',
    path: 'integrations/{accountId}',
    permission: 'update_integration',
    resource: 'integration',
    input: integrationChange.extend(integrationIdParam),
    output: integrationView,
    changes: auditSettings,
    audit: 'Update an integration',
  },
  testIntegration: {
    method: 'POST',
    path: 'integrations/{accountId}/test',
    permission: 'update_integration',
    resource: 'integration',
    input: z.strictObject({ ...integrationIdParam, send_message: z.boolean().default(false) }),
    output: integrationView,
    audit: 'Test the connection of an integration',
    status: 202,
  },
  getAwsRole: {
    method: 'GET',
    path: 'integrations/{accountId}/aws_role',
    permission: 'update_integration',
    resource: 'integration',
    input: z.strictObject(integrationIdParam),
    output: awsRoleView,
    audit: 'Read how to update the role of an AWS account',
  },
  deleteIntegration: {
    method: 'DELETE',
    path: 'integrations/{accountId}',
    permission: 'delete_integration',
    resource: 'integration',
    input: z.strictObject(integrationIdParam),
    output: z.object({}),
    changes: auditSettings,
    audit: 'Delete an integration',
  },
  initAwsSetup: {
    method: 'POST',
    path: 'aws_setups',
    ...connecting,
    input: newAwsSetup,
    output: awsSetupView,
    evidence: ({ aws_account, region }) => ({ 'AWS account': aws_account, Region: region }),
    audit: 'Start the setup of an AWS account',
    status: 201,
  },
  getAwsSetup: {
    method: 'GET',
    path: 'aws_setups/{setup_id}',
    ...connecting,
    input: z.strictObject(setupIdParam),
    output: awsSetupView,
    audit: 'Read the setup of an AWS account',
  },
  checkAwsSetup: {
    method: 'POST',
    path: 'aws_setups/{setup_id}/check',
    ...connecting,
    reads: true,
    input: z.strictObject(setupIdParam),
    output: awsSetupCheck,
    audit: 'Check whether the role of an AWS account exists',
  },
  connectAwsSetup: {
    method: 'POST',
    path: 'aws_setups/{setup_id}/integration',
    ...connecting,
    input: awsConnection.extend(setupIdParam),
    output: integrationView,
    changes: { shownBy: 'getIntegration' },
    audit: 'Connect an AWS account',
    status: 201,
  },
  connectAwsOrganisation: {
    method: 'POST',
    path: 'aws_setups/{setup_id}/integrations',
    ...connecting,
    input: awsConnection.extend({ ...setupIdParam, alias: organisationAlias }),
    output: awsConnected,
    evidence: ({ alias }) => ({ Alias: alias }),
    audit: 'Connect the AWS accounts of an organisation',
    status: 201,
  },
});
