import { azureAnswer, entraAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** A tenant by what it lets its users do. */
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
    description: 'A second kind of owner escapes every review that looks for owners.',
    remediation: 'Replace the role by one that names its actions, then delete it.',
    severity: 'high',
    category: 'Security',
    sql: azureAnswer({
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
          'may do everything in a subscription',
        ],
      ],
      otherwise: ['ok', 'may not do everything in a subscription'],
      region: "'global'",
    }),
  },
  {
    rule_id: 'azure-entra-guests-reviewed',
    service: 'Entra ID',
    resource_type: 'azuread_user',
    title: 'Guest users are reviewed monthly',
    description: 'Guests stay when a project has ended, and nobody of their own company knows.',
    remediation: 'Ask who invited the guest, and remove those whom nobody needs.',
    severity: 'low',
    category: 'Security',
    fix: { library: 'review-entra-guests' },
    sql: entraAnswer({
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
    description: 'By a consent a stranger reads mail for months, without any password.',
    remediation: 'Let administrators decide on consent, and give users a way to ask for it.',
    severity: 'medium',
    category: 'Security',
    sql: entraAnswer({
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
    description: 'A guest who may read the directory knows whom to attack next.',
    remediation: 'Choose the most restrictive access for guest users in external collaboration.',
    severity: 'medium',
    category: 'Security',
    sql: entraAnswer({
      ...tenant,
      verdicts: [
        [
          'ok',
          // The role that Entra ID calls "Restricted Guest User".
          "guest_user_role_id = '2af84b1e-32c8-42b7-82bc-daa82404023b'",
          'lets guests see nothing but themselves',
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
    description: 'Where everybody may invite, nobody knows who has access, and why.',
    remediation: 'Let only users with an inviting role invite guests.',
    severity: 'low',
    category: 'Security',
    sql: entraAnswer({
      ...tenant,
      verdicts: [
        [
          'ok',
          "allow_invites_from in ('none', 'adminsAndGuestInviters')",
          'lets administrators and those whom they name invite guests',
        ],
      ],
      otherwise: ['alarm', 'lets others than administrators invite guests'],
    }),
  },
  {
    rule_id: 'azure-entra-user-mfa',
    service: 'Entra ID',
    resource_type: 'azuread_user_registration_details_report',
    title: 'Users have MFA registered',
    description: 'Passwords are guessed, phished and reused; MFA stops a stolen password alone.',
    remediation: 'Ask the user to register a method, and require it by conditional access.',
    severity: 'high',
    category: 'Security',
    sql: entraAnswer({
      from: 'azuread_user_registration_details_report',
      resource: 'id',
      noun: 'User',
      name: 'user_principal_name',
      verdicts: [['ok', 'is_mfa_registered', 'has MFA registered']],
      otherwise: ['alarm', 'has no MFA registered'],
    }),
  },
];
