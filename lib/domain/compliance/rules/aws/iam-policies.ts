import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const iam = { service: 'IAM', category: 'Security' } as const;

/** Users, groups and roles that may hold rights, except service-linked roles. */
const holders = `holders as (
  select 'User' as kind, arn, name, attached_policy_arns, inline_policies, region, account_id
  from aws_iam_user
  union all
  select 'Group', arn, name, attached_policy_arns, inline_policies, region, account_id
  from aws_iam_group
  union all
  select 'Role', arn, name, attached_policy_arns, inline_policies, region, account_id
  from aws_iam_role
  where path not like '/aws-service-role/%'
)`;
const holder = {
  with: holders,
  from: 'holders',
  resource: 'arn',
  noun: 'The',
  name: "concat(lower(kind), ' ', name)",
};

const jsonLengthSql = (json: string): string => `jsonb_array_length(coalesce(${json}, '[]'))`;

const allowsAll = `jsonb_path_exists(policy, '$.Statement[*] ? (
      @.Effect == "Allow"
      && (@.Action[*] == "*" || @.Action[*] == "*:*")
      && @.Resource[*] == "*")')`;

const wildcardRule = (
  texts: Pick<WrittenRule, 'rule_id' | 'title'>,
  where: string,
): WrittenRule => ({
  ...iam,
  ...texts,
  resource_type: 'aws_iam_policy',
  description: 'A policy that allows everything makes its holder an administrator.',
  remediation: 'Replace the policy with one that names the required actions and resources.',
  severity: 'high',
  sql: awsRuleSql({
    from: 'aws_iam_policy',
    where,
    resource: 'arn',
    noun: 'Policy',
    name: 'name',
    verdicts: [['alarm', allowsAll, 'allows every action on every resource']],
    otherwise: ['ok', 'does not allow every action on every resource'],
  }),
});

export const iamPolicyRules: readonly WrittenRule[] = [
  wildcardRule(
    {
      rule_id: 'aws-iam-attached-policy-no-star',
      title: 'No attached IAM policy grants full administrative access',
    },
    'not is_aws_managed and is_attached',
  ),
  wildcardRule(
    {
      rule_id: 'aws-iam-policy-no-star',
      title: 'No customer managed IAM policy grants full administrative access',
    },
    'not is_aws_managed',
  ),
  {
    ...iam,
    rule_id: 'aws-iam-users-by-groups',
    resource_type: 'aws_iam_user',
    title: 'IAM users get their permissions through groups',
    description: 'Permissions granted to individual users are forgotten when their job changes.',
    remediation:
      'Attach the policies to a group, add the user to it, and detach them from the user.',
    severity: 'low',
    sql: awsRuleSql({
      from: 'aws_iam_user',
      resource: 'arn',
      noun: 'User',
      name: 'name',
      verdicts: [
        [
          'alarm',
          `${jsonLengthSql('attached_policy_arns')} + ${jsonLengthSql('inline_policies')} > 0`,
          `has {${jsonLengthSql('attached_policy_arns')}} attached and ` +
            `{${jsonLengthSql('inline_policies')}} inline policies`,
        ],
      ],
      otherwise: ['ok', 'has no policies of its own'],
    }),
  },
  {
    ...iam,
    rule_id: 'aws-iam-no-inline-policies',
    resource_type: 'aws_iam_role',
    title: 'Users, groups and roles have no inline policies',
    description: 'Inline policies are not listed, versioned or reused, so few people review them.',
    remediation: 'Copy the policy to a managed one, attach that, and delete the inline policy.',
    severity: 'low',
    sql: awsRuleSql({
      ...holder,
      verdicts: [
        [
          'alarm',
          `${jsonLengthSql('inline_policies')} > 0`,
          `has {${jsonLengthSql('inline_policies')}} inline policies`,
        ],
      ],
      otherwise: ['ok', 'has no inline policies'],
    }),
  },
  {
    ...iam,
    rule_id: 'aws-iam-no-full-cloudshell',
    resource_type: 'aws_iam_role',
    title: 'No identity has full access to AWS CloudShell',
    description: 'Full CloudShell access can transfer files past your network controls.',
    remediation: 'Detach AWSCloudShellFullAccess, and attach a policy that denies file transfer.',
    severity: 'low',
    sql: awsRuleSql({
      ...holder,
      verdicts: [
        [
          'alarm',
          "attached_policy_arns::text like '%:policy/AWSCloudShellFullAccess\"%'",
          'has full access to CloudShell',
        ],
      ],
      otherwise: ['ok', 'has no full access to CloudShell'],
    }),
  },
  {
    ...iam,
    rule_id: 'aws-iam-certificate-not-expired',
    resource_type: 'aws_iam_server_certificate',
    title: 'No expired certificate is stored in IAM',
    description: 'A service breaks if an expired certificate is deployed to it by mistake.',
    remediation: 'Delete the certificate from IAM, and manage active ones in ACM.',
    severity: 'low',
    sql: awsRuleSql({
      from: 'aws_iam_server_certificate',
      resource: 'arn',
      noun: 'Certificate',
      name: 'name',
      verdicts: [['ok', 'expiration > now()', 'expires on {expiration::date}']],
      otherwise: ['alarm', 'expired on {expiration::date}'],
    }),
  },
];
