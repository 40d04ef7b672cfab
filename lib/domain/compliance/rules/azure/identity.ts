import { azureRuleSql, entraRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** A tenant and its authorisation policy, which says what users may do. */
const tenant = {
  from: 'azuread_authorization_policy',
  resource: "concat(tenant_id, '/', id)",
  noun: 'Tenant',
  name: 'tenant_id',
};

export const identityRules: readonly WrittenRule[] = [
  {
    rule_id: 'azure-iam-no-custom-owner',
    service: 'Subscriptions',
    resource_type: 'azure_role_definition',
    title: 'No custom role has full access to a subscription',
    description: 'A custom owner role escapes every review that looks for owners.',
    remediation: 'Replace the role with one that names its actions, then delete it.',
    severity: 'high',
    category: 'Security',
    sql: azureRuleSql({
      from: 'azure_role_definition',
      where: "role_type = 'CustomRole'",
      resource: 'id',
      noun: 'Role',
      name: 'role_name',
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(permissions, '$[*].actions[*] ? (@ == "*")')
      and jsonb_path_exists(
        assignable_scopes, '$[*] ? (@ like_regex "^/(subscriptions/[^/]+/?)?$" flag "i")')`,
          'has full access to a subscription',
        ],
      ],
      otherwise: ['ok', 'does not have full access to a subscription'],
      region: "'global'",
    }),
  },
  {
    rule_id: 'azure-entra-guests-reviewed',
    service: 'Entra ID',
    resource_type: 'azuread_user',
    title: 'Guest users are reviewed monthly',
    description: 'Guest accounts tend to outlive the project that they were created for.',
    remediation: 'Ask who invited the guest, and remove guests that are no longer needed.',
    severity: 'low',
    category: 'Security',
    fix: { library: 'review-entra-guests' },
    sql: entraRuleSql({
      from: 'azuread_user',
      where: "user_type = 'Guest'",
      resource: 'id',
      noun: 'Guest',
      name: 'display_name',
      verdicts: [
        [
          'ok',
          "created_date_time > now() - interval '30 days'",
          'was invited on {created_date_time::date}',
        ],
      ],
      otherwise: ['alarm', 'was invited more than 30 days ago'],
    }),
  },
  {
    rule_id: 'azure-entra-no-user-consent',
    service: 'Entra ID',
    resource_type: 'azuread_authorization_policy',
    title: 'Users cannot consent to applications',
    description:
      "With a user's consent, a malicious app can read mail for months without a password.",
    remediation: 'Select "Do not allow user consent", and let users request admin consent.',
    severity: 'medium',
    category: 'Security',
    sql: entraRuleSql({
      ...tenant,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(
      default_user_role_permissions,
      '$.permissionGrantPoliciesAssigned[*] ? (@ starts with "ManagePermissionGrantsForSelf")')`,
          'lets users give applications access to data',
        ],
      ],
      otherwise: ['ok', 'does not let users give applications access to data'],
    }),
  },
  {
    rule_id: 'azure-entra-guests-limited',
    service: 'Entra ID',
    resource_type: 'azuread_authorization_policy',
    title: 'Guest users can only read their own directory objects',
    description: 'A guest who can read the directory learns whom to attack next.',
    remediation: 'Select the most restrictive guest access in the external collaboration settings.',
    severity: 'medium',
    category: 'Security',
    sql: entraRuleSql({
      ...tenant,
      verdicts: [
        [
          'ok',
          // The role "Restricted Guest User" of Entra ID.
          "guest_user_role_id = '2af84b1e-32c8-42b7-82bc-daa82404023b'",
          'limits guests to their own profile',
        ],
      ],
      otherwise: ['alarm', 'lets guests read the directory'],
    }),
  },
  {
    rule_id: 'azure-entra-invitations-limited',
    service: 'Entra ID',
    resource_type: 'azuread_authorization_policy',
    title: 'Guest invitations are restricted to administrators and guest inviters',
    description: 'If anyone can invite guests, nobody knows who has access, and why.',
    remediation:
      'Allow only administrators and users with the Guest Inviter role to invite guests.',
    severity: 'low',
    category: 'Security',
    sql: entraRuleSql({
      ...tenant,
      verdicts: [
        [
          'ok',
          "allow_invites_from in ('none', 'adminsAndGuestInviters')",
          'lets only administrators and guest inviters invite guests',
        ],
      ],
      otherwise: ['alarm', 'lets other users invite guests'],
    }),
  },
  {
    rule_id: 'azure-entra-user-mfa',
    service: 'Entra ID',
    resource_type: 'azuread_user_registration_details_report',
    title: 'Users have MFA registered',
    description: 'Passwords are guessed, phished and reused; with MFA a stolen one is not enough.',
    remediation: 'Have the user register an MFA method, and require it with Conditional Access.',
    severity: 'high',
    category: 'Security',
    sql: entraRuleSql({
      from: 'azuread_user_registration_details_report',
      resource: 'id',
      noun: 'User',
      name: 'user_principal_name',
      verdicts: [['ok', 'is_mfa_registered', 'has MFA registered']],
      otherwise: ['alarm', 'has no MFA registered'],
    }),
  },
];
