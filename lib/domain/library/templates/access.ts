import {
  act,
  api,
  branchOnError,
  chat,
  continueOnError,
  edge,
  edgesAlong,
  fillInNote,
  mail,
  node,
  retrySettings,
} from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { inLastDays, outcomeText, reviewGraph } from '../shapes.ts';

/** The user who requests access, and the group that grants it. */
const membership = {
  group: '{% $nodes.`Find the group`.body[0].id %}',
  user: '{% $nodes.`Find the user`.result.id %}',
};

const breakGlass: LibraryBot = {
  _id: 'grant-break-glass-access',
  name: 'Grant break-glass access that expires',
  category: 'Security',
  tag_name: ['IT and CCoE', 'SecOps', 'Identity Operations'],
  description: `Emergency access through an Okta group for a few hours, and never for longer.

- A form asks for the group, the reason and the number of hours, at most 8
- Somebody other than the requester must approve
- The membership is removed when the time is over; if that fails, the team is alerted

Offer it in the service portal, so that people find it when they need it.

**Needs:** Okta, with the role Group Administrator limited to these groups`,
  graph: {
    nodes: [
      node('start', 'start', 'Emergency', [0, 0], {}),
      fillInNote('The Okta integration, the approvers, and the names of your emergency groups.'),
      node('user_input', 'request', 'Ask for access', [1, 0], {
        message: 'Access is logged, and ends automatically.',
        expires_in_minutes: 60,
        inputs: [
          { id: 'user', label: 'Who needs it (Okta user name)', required: true },
          {
            id: 'group',
            label: 'Group',
            type: 'select',
            required: true,
            options: ['production-operators', 'database-administrators'],
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
  $nodes.\`Ask for access\`.values.group
%} for {% $nodes.\`Ask for access\`.values.hours %} hours: {%
  $nodes.\`Ask for access\`.values.reason
%}`,
      }),
      node(
        'rest_api_action',
        'user',
        'Find the user',
        [3, 0],
        act('okta.get_user', { user: '{% $nodes.`Ask for access`.values.user %}' }),
        retrySettings,
      ),
      node(
        'http_request',
        'group',
        'Find the group',
        [4, 0],
        api(
          'okta',
          `GET /api/v1/groups?search=profile.name eq "{%
  $nodes.\`Ask for access\`.values.group
%}"`,
        ),
        retrySettings,
      ),
      node(
        'rest_api_action',
        'grant',
        'Add to the group',
        [5, 0],
        act('okta.add_to_group', membership),
        retrySettings,
      ),
      node(
        'notification',
        'tell',
        'Tell who asked',
        [6, 0],
        mail(
          '{% $nodes.`Find the user`.result.profile.email %}',
          'Your emergency access is active',
          'It ends in {% $nodes.`Ask for access`.values.hours %} hours.',
        ),
        // Access must be revoked even if this mail could not be sent.
        continueOnError,
      ),
      node('delay', 'wait', 'While it lasts', [7, 0], {
        seconds: '{% $nodes.`Ask for access`.values.hours %}',
        unit: 'hours',
      }),
      node(
        'rest_api_action',
        'revoke',
        'Take it away',
        [8, 0],
        act('okta.remove_from_group', membership),
        { ...branchOnError, retries: 10, retry_seconds: 30 },
      ),
      node(
        'notification',
        'alarm',
        'Raise the alarm',
        [9, 1],
        mail(
          'oncall@example.com',
          'Emergency access was not revoked',
          `Remove {% $nodes.\`Ask for access\`.values.user %} from {%
  $nodes.\`Ask for access\`.values.group
%} by hand.`,
        ),
      ),
      node('end', 'over', 'Access over', [9, 0], {}),
      node('end', 'by-hand', 'Left to people', [10, 1], {}),
      node('end', 'refused', 'Refused', [3, 1], {}),
      node('end', 'late', 'Not asked', [2, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'request', 'ask'),
      edge('request', 'late', 'expired'),
      edge('ask', 'user', 'approved'),
      edge('ask', 'refused', 'rejected'),
      ...edgesAlong('user', 'group', 'grant', 'tell', 'wait', 'revoke', 'over'),
      edge('revoke', 'alarm', 'error'),
      ...edgesAlong('alarm', 'by-hand'),
    ],
  },
};

const stale = `$nodes.\`Read the users\`.body[
  $not(${inLastDays(90, 'created')} or ${inLastDays(90, 'lastLogin')})
].{'id': id, 'name': profile.login}`;

const staleUsers: LibraryBot = {
  _id: 'review-stale-users',
  name: 'Review Okta users who no longer sign in',
  category: 'Security',
  tag_name: ['IT and CCoE', 'Identity Operations', 'Governance Risk and Compliance'],
  description: `Access that nobody uses can be stolen unnoticed. Schedule it monthly.

- Lists all active users of Okta, page by page
- A reviewer gets those without a sign-in in the last 90 days, and may leave some out; users who
  were created since then are not included
- They are suspended, not deleted; users who have signed in meanwhile are left alone

**Needs:** Okta, with the role Group Administrator`,
  graph: reviewGraph({
    start: 'Every month',
    fill: 'The Okta and Slack integrations; the reviewer. Schedule: 0 8 1 * *',
    readStep: [
      'Read the users',
      api('okta', 'GET /api/v1/users?limit=200&filter=status eq "ACTIVE"', {
        paging: 'link_header',
      }),
    ],
    of: stale,
    approvers: 'it-lead@example.com',
    minutes: 10_080,
    question: 'These users have not signed in for 90 days. Who should be suspended?',
    action: ['Suspend the user', act('okta.suspend_user', { user: '{% $loop.item.id %}' })],
    report: chat('Review of stale users', outcomeText),
  }),
};

const unlock: LibraryBot = {
  _id: 'unlock-okta-user',
  name: 'Unlock an Okta user from the portal',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Identity Operations'],
  description: `Unlocks a user who is locked out of Okta, without a ticket.

- A form asks who is locked out; the run goes on only for a user whom Okta has locked out
- The help desk confirms that it has verified the requester
- Okta unlocks the account and sends an e-mail to choose a new password

**Needs:** Okta, with the role Help Desk Administrator`,
  graph: {
    nodes: [
      node('start', 'start', 'Locked out', [0, 0], {}),
      fillInNote('The Okta integration; the help desk that approves.'),
      node('user_input', 'form', 'Who is it', [1, 0], {
        inputs: [{ id: 'user', label: 'Okta user name', required: true }],
      }),
      node(
        'rest_api_action',
        'read',
        'Read the user',
        [2, 0],
        act('okta.get_user', { user: '{% $nodes.`Who is it`.values.user %}' }),
        retrySettings,
      ),
      node('condition', 'locked', 'Locked out?', [3, 0], {
        expression: "{% $nodes.`Read the user`.result.status = 'LOCKED_OUT' %}",
      }),
      node('approval', 'ask', 'Ask the help desk', [4, 0], {
        approvers: ['helpdesk@example.com'],
        expires_in_minutes: 60,
        no_self_approval: true,
        message:
          'Have you verified who asks to unlock {% $nodes.`Read the user`.result.profile.login %}?',
      }),
      node(
        'rest_api_action',
        'unlock',
        'Unlock the user',
        [5, 0],
        act('okta.unlock_user', { user: '{% $nodes.`Read the user`.result.id %}' }),
        retrySettings,
      ),
      node(
        'rest_api_action',
        'reset',
        'Send a reset mail',
        [6, 0],
        act('okta.reset_password', { user: '{% $nodes.`Read the user`.result.id %}' }),
        retrySettings,
      ),
      node('end', 'done', 'Unlocked', [7, 0], {}),
      node('end', 'refused', 'Refused', [5, 1], {}),
      node('end', 'open', 'Not locked out', [4, 1], {}),
      node('end', 'late', 'Form expired', [2, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'form', 'read', 'locked'),
      edge('form', 'late', 'expired'),
      edge('locked', 'ask', 'yes'),
      edge('locked', 'open', 'no'),
      edge('ask', 'unlock', 'approved'),
      edge('ask', 'refused', 'rejected'),
      ...edgesAlong('unlock', 'reset', 'done'),
    ],
  },
};

export const access: readonly LibraryBot[] = [breakGlass, staleUsers, unlock];
