import { arrow, fillIn, mail, node, orElse, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const breakGlass: LibraryBot = {
  _id: 'grant-break-glass-access',
  name: 'Grant break-glass access that expires',
  category: 'Security',
  tag_name: ['IT and CCoE', 'SecOps', 'Identity Operations'],
  description: `Emergency access for a few hours, and never for longer.

- A form asks for the role, the reason and the hours, 8 at most
- Somebody else than the person who asks has to agree
- The role is taken away when the time is over; if that fails, people are alarmed

Offer it in the service portal, so that it is found when it is needed.`,
  graph: {
    nodes: [
      node('start', 'start', 'Emergency', [0, 0], {}),
      fillIn(
        'Address and credential of the identity provider; the approvers; the roles to choose.',
      ),
      node('user_input', 'request', 'Ask for access', [1, 0], {
        message: 'Access is logged, and ends by itself.',
        expires_in_minutes: 60,
        inputs: [
          { id: 'user', label: 'Who needs it (e-mail address)', required: true },
          {
            id: 'role',
            label: 'Role',
            type: 'select',
            required: true,
            options: ['production-operator', 'database-administrator', 'network-administrator'],
          },
          { id: 'reason', label: 'Reason or incident number', type: 'textarea', required: true },
          {
            id: 'hours',
            label: 'Hours',
            type: 'number',
            required: true,
            default_value: 2,
            advance: { value_validation: { min: 1, max: 8 } },
          },
        ],
      }),
      node('approval', 'ask', 'Four eyes', [2, 0], {
        approvers: ['oncall@example.com'],
        expires_in_minutes: 30,
        no_self_approval: true,
        message: `{% $nodes.\`Ask for access\`.values.user %} asks for {%
  $nodes.\`Ask for access\`.values.role
%} for {% $nodes.\`Ask for access\`.values.hours %} hours: {%
  $nodes.\`Ask for access\`.values.reason
%}`,
      }),
      node(
        'http_request',
        'grant',
        'Grant the role',
        [3, 0],
        {
          method: 'POST',
          url: 'https://idp.example.com/v1/grants',
          body: `{% {
  'user': $nodes.\`Ask for access\`.values.user,
  'role': $nodes.\`Ask for access\`.values.role,
  'reason': $nodes.\`Ask for access\`.values.reason
} %}`,
        },
        patient,
      ),
      node(
        'notification',
        'tell',
        'Tell who asked',
        [4, 0],
        mail(
          '{% $nodes.`Ask for access`.values.user %}',
          'Your emergency access is open',
          'It ends in {% $nodes.`Ask for access`.values.hours %} hours.',
        ),
      ),
      node('delay', 'wait', 'While it lasts', [5, 0], {
        seconds: '{% $nodes.`Ask for access`.values.hours %}',
        unit: 'hours',
      }),
      node(
        'http_request',
        'revoke',
        'Revoke the role',
        [6, 0],
        {
          method: 'DELETE',
          url: 'https://idp.example.com/v1/grants/{% $nodes.`Grant the role`.body.id %}',
        },
        { ...orElse, retries: 10, retry_seconds: 30 },
      ),
      node(
        'notification',
        'alarm',
        'Raise the alarm',
        [7, 1],
        mail(
          'oncall@example.com',
          'Emergency access was not revoked',
          `Take the role {% $nodes.\`Ask for access\`.values.role %} from {%
  $nodes.\`Ask for access\`.values.user
%} by hand.`,
        ),
      ),
      node('end', 'over', 'Access over', [7, 0], {}),
      node('end', 'by-hand', 'Left to people', [8, 1], {}),
      node('end', 'refused', 'Refused', [3, 1], {}),
      node('end', 'late', 'Not asked', [2, 1], {}),
    ],
    edges: [
      ...path('start', 'request', 'ask'),
      arrow('request', 'late', 'expired'),
      arrow('ask', 'grant', 'approved'),
      arrow('ask', 'refused', 'rejected'),
      ...path('grant', 'tell', 'wait', 'revoke', 'over'),
      arrow('revoke', 'alarm', 'error'),
      ...path('alarm', 'by-hand'),
    ],
  },
};

const staleUsers: LibraryBot = {
  _id: 'review-stale-users',
  name: 'Review users who no longer sign in',
  category: 'Security',
  tag_name: ['IT and CCoE', 'Identity Operations', 'Governance Risk and Compliance'],
  description: `Access that nobody uses is access that somebody may steal. Schedule it monthly.

- Lists all active users, page by page
- Those without a sign-in in the last 90 days go to a reviewer, who may leave some out
- They are disabled, not deleted; who signed in meanwhile stays`,
  graph: {
    nodes: [
      node('start', 'start', 'Every month', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the identity provider; the reviewer. Schedule: 0 8 1 * *'),
      node(
        'http_request',
        'read',
        'Read the users',
        [1, 0],
        {
          url: 'https://idp.example.com/v1/users?status=active',
          paging: 'page_number',
          items_path: '/users',
          max_pages: 100,
        },
        patient,
      ),
      node('condition', 'any', 'Any stale?', [2, 0], {
        expression: `{% $count($nodes.\`Read the users\`.body[
  $not($exists(last_sign_in) and $toMillis(last_sign_in) >= $millis() - 90 * 86400000)
]) > 0 %}`,
      }),
      node('approval', 'review', 'Review them', [3, 0], {
        approvers: ['it-lead@example.com'],
        expires_in_minutes: 10_080,
        message: 'These users have not signed in for 90 days. Who is to be disabled?',
        resources: `{% $nodes.\`Read the users\`.body[
  $not($exists(last_sign_in) and $toMillis(last_sign_in) >= $millis() - 90 * 86400000)
].{'id': id, 'name': name} %}`,
        resources_total: '{% $count($nodes.`Read the users`.body) %}',
        reread: 'Read the users',
      }),
      node('loop', 'each', 'For each user', [4, 0], {
        items_to_iterate: '{% $nodes.`Review them`.resources %}',
        max_concurrency: 3,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'disable',
        'Disable the user',
        [5, 0],
        {
          method: 'PATCH',
          url: 'https://idp.example.com/v1/users/{% $loop.item.id %}',
          body: "{% {'status': 'disabled'} %}",
        },
        patient,
      ),
      node('loop_end', 'disabled', 'All disabled', [6, 0], {}),
      node(
        'notification',
        'tell',
        'Report',
        [7, 0],
        mail(
          'it-lead@example.com',
          'Review of stale users',
          `Disabled: {% $nodes.\`All disabled\`.succeeded %}.
Could not be disabled: {% $nodes.\`All disabled\`.failed %}.`,
        ),
      ),
      node('end', 'reviewed', 'Reviewed', [8, 0], {}),
      node('end', 'kept', 'All kept', [4, 1], {}),
      node('end', 'none', 'None stale', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'any'),
      arrow('any', 'review', 'yes'),
      arrow('any', 'none', 'no'),
      arrow('review', 'each', 'approved'),
      arrow('review', 'kept', 'rejected'),
      arrow('each', 'disable', 'body'),
      ...path('disable', 'disabled', 'tell', 'reviewed'),
    ],
  },
};

export const access: readonly LibraryBot[] = [breakGlass, staleUsers];
