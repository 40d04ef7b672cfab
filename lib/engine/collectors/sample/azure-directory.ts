import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleTables } from '../sample.ts';
import { directory, subscription, subscriptionPath } from './azure-resource.ts';
import { daysAgo } from './days.ts';

const people = [
  ['Ada Sample', 'Member', true, 400],
  ['Bo Sample', 'Member', true, 300],
  ['Cleo Sample', 'Member', false, 200],
  ['Dan Auditor', 'Guest', true, 10],
  ['Eve Contractor', 'Guest', false, 300],
] as const;

const sampleUsers = people.map(([display_name, user_type, mfa, days]) => ({
  display_name,
  user_type,
  mfa,
  days,
  id: `sample-user-${display_name.split(' ')[0]?.toLowerCase()}`,
  user_principal_name: `${display_name.toLowerCase().replace(' ', '.')}@example.com`,
}));

const role = (name: string, columns: Row) => ({
  ...subscription,
  id: `${subscriptionPath}/providers/Microsoft.Authorization/roleDefinitions/${name}`,
  name,
  role_type: 'CustomRole',
  assignable_scopes: [subscriptionPath],
  ...columns,
});

/** The users and roles of the sample subscription, in Entra ID and Azure. */
export const azureDirectory: SampleTables = {
  azuread_user: sampleUsers.map(({ id, display_name, user_type, user_principal_name, days }) => ({
    ...directory,
    id,
    display_name,
    title: display_name,
    user_type,
    user_principal_name,
    account_enabled: true,
    created_date_time: daysAgo(days),
  })),
  azuread_user_registration_details_report: sampleUsers.map(({ id, user_principal_name, mfa }) => ({
    ...directory,
    id,
    user_principal_name,
    is_mfa_registered: mfa,
  })),
  azuread_authorization_policy: [
    {
      ...directory,
      id: 'authorizationPolicy',
      display_name: 'Authorization Policy',
      allow_invites_from: 'everyone',
      guest_user_role_id: '2af84b1e-32c8-42b7-82bc-daa82404023b',
      default_user_role_permissions: { permissionGrantPoliciesAssigned: [] },
    },
  ],
  azure_role_definition: [
    role('sample-machine-reader', {
      role_name: 'Sample machine reader',
      permissions: [{ actions: ['Microsoft.Compute/*/read'] }],
    }),
    role('sample-second-owner', {
      role_name: 'Sample second owner',
      permissions: [{ actions: ['*'] }],
    }),
  ],
};
