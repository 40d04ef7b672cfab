import { act, api, chat, edge, edgesAlong, fillInNote, node, retrySettings } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { outcomeText, reportGraph, reviewGraph } from '../shapes.ts';

/**
 * An expression: the end of the last complete period (minutes) before the run began, in
 * milliseconds. Each period is judged by only one run of a schedule, even if that starts late or
 * reads the log again.
 */
const endOf = (minutes: number): string =>
  `$floor($toMillis($run.started_at) / ${minutes * 60_000}) * ${minutes * 60_000}`;

/** Events of the Okta system log in the hours before an end; Okta may log them a bit late. */
const events = (hours: number, end: string, filter: string) =>
  api(
    'okta',
    `GET /api/v1/logs?limit=1000&since={%
  $fromMillis(${end} - ${hours} * 3600000)
%}&until={% $fromMillis(${end}) %}&filter=${filter}`,
    { paging: 'link_header' },
  );

const travelScript = `from datetime import datetime


def time(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def main(inputs):
    """Pairs of sign-ins of one person in two countries within two hours, new since a time."""
    found, last = [], {}
    for one in sorted(inputs["sign_ins"], key=lambda one: one["at"]):
        before = last.get(one["id"])
        last[one["id"]] = one
        if before is None or before["country"] == one["country"]:
            continue
        if time(one["at"]) < time(inputs["since"]):
            continue
        if (time(one["at"]) - time(before["at"])).total_seconds() <= 7200:
            ways = before["country"] + " to " + one["country"]
            found.append({"id": one["id"], "name": one["user"] + ": " + ways})
    return list({one["id"]: one for one in found}.values())
`;

const impossibleTravel: LibraryBot = {
  _id: 'find-impossible-travel',
  name: 'Find impossible travel in sign-ins',
  category: 'Security',
  tag_name: ['SecOps', 'Threat Hunting', 'Identity Operations'],
  description: `Finds people who signed in from two countries within two hours. Schedule it hourly.

- Reads the sign-ins of the last three hours from the system log of Okta
- A short Python program compares those of the last full hour with the earlier ones
- The hunters say which of them did not come from a VPN; those people must sign in again

**Needs:** Okta, with the role Group Administrator`,
  graph: {
    nodes: [
      node('start', 'start', 'Every hour', [0, 0], { trigger_type: 'scheduled' }),
      fillInNote('The Okta integration; the hunters. Schedule: 5 * * * *'),
      node(
        'http_request',
        'read',
        'Read sign-ins',
        [1, 0],
        events(3, endOf(60), 'eventType eq "user.session.start" and outcome.result eq "SUCCESS"'),
        retrySettings,
      ),
      node('python_code', 'pair', 'Pair them', [2, 0], {
        code: travelScript,
        inputs: `{% {
  'since': $fromMillis(${endOf(60)} - 3600000),
  'sign_ins': [$nodes.\`Read sign-ins\`.body[client.geographicalContext.country != null].{
    'id': actor.id,
    'user': actor.alternateId,
    'country': client.geographicalContext.country,
    'at': published
  }]
} %}`,
      }),
      node('condition', 'any', 'Any?', [3, 0], {
        mode: 'rules',
        rules: [
          { value: '{% [$nodes.`Pair them`.result] %}', type: 'list', operator: 'is_not_empty' },
        ],
      }),
      node('approval', 'ask', 'Rule out VPNs', [4, 0], {
        approvers: ['hunting@example.com'],
        expires_in_minutes: 240,
        message: 'These people were in two countries at once. Whose sessions should end?',
        resources: '{% $nodes.`Pair them`.result %}',
      }),
      node('loop', 'each', 'For each person', [5, 0], {
        items_to_iterate: '{% $nodes.`Rule out VPNs`.resources %}',
        on_iteration_failure: 'continue',
      }),
      node(
        'rest_api_action',
        'end-sessions',
        'End the sessions',
        [6, 0],
        act('okta.clear_sessions', { user: '{% $loop.item.id %}' }),
        retrySettings,
      ),
      node('loop_end', 'ended', 'Sessions ended', [7, 0], {}),
      node('end', 'done', 'Signed out', [8, 0], {}),
      node('end', 'known', 'Known travellers', [5, 1], {}),
      node('end', 'none', 'Nobody', [4, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'pair', 'any'),
      edge('any', 'ask', 'yes'),
      edge('any', 'none', 'no'),
      edge('ask', 'each', 'approved'),
      edge('ask', 'known', 'rejected'),
      edge('each', 'end-sessions', 'body'),
      ...edgesAlong('end-sessions', 'ended', 'done'),
    ],
  },
};

const denied = '$nodes.`Read denied pushes`.body';

const pushBombing: LibraryBot = {
  _id: 'find-mfa-push-bombing',
  name: 'Find people who are bombed with pushes',
  category: 'Security',
  tag_name: ['SecOps', 'Threat Hunting', 'Identity Operations'],
  description: `Finds users who are flooded with push requests. Schedule it every 15 minutes.

- Reads the pushes of Okta Verify that were denied within an hour
- Users who denied five or more, the last of them since the previous run, go to the team on call
- The account is suspended after the approval, until its password is changed

**Needs:** Okta, with the role Group Administrator`,
  graph: reviewGraph({
    start: 'Every 15 minutes',
    fill: 'The Okta and Slack integrations; who is on call. Schedule: 2,17,32,47 * * * *',
    readStep: [
      'Read denied pushes',
      events(1, endOf(15), 'eventType eq "user.mfa.okta_verify.deny_push"'),
    ],
    of: `$distinct(${denied}.actor.id).(
  $id := $;
  $own := ${denied}[actor.id = $id];
  $count($own) >= 5 and $max($own.published.$toMillis($)) >= ${endOf(15)} - 900000
    ? {'id': $id, 'name': $own[0].actor.alternateId}
)`,
    approvers: 'oncall@example.com',
    minutes: 30,
    question: 'These people denied five or more pushes within an hour. Suspend their accounts?',
    action: ['Suspend the user', act('okta.suspend_user', { user: '{% $loop.item.id %}' })],
    report: chat('Accounts under push bombing', outcomeText),
  }),
};

const adminGrants: LibraryBot = {
  _id: 'report-okta-admin-grants',
  name: 'Report who became an Okta administrator',
  category: 'Security',
  tag_name: ['SecOps', 'Threat Hunting', 'Governance Risk and Compliance'],
  description: `Attackers who want to stay create administrators. Schedule it hourly.

- Reads who was granted administrator privileges in the last full hour
- Posts to the channel of the team who granted them to whom
- Posts nothing if none were granted

**Needs:** Okta, with the role Read-Only Administrator`,
  graph: reportGraph({
    start: 'Every hour',
    fill: 'The Okta and Slack integrations. Schedule: 5 * * * *',
    readStep: [
      'Read the grants',
      events(1, endOf(60), 'eventType eq "user.account.privilege.grant"'),
    ],
    of: '$nodes.`Read the grants`.body',
    report: chat(
      'New administrators of Okta',
      `{% $join($nodes.\`Read the grants\`.body.(
  actor.alternateId & ' made ' & target[type = 'User'].alternateId & ' an administrator: '
  & debugContext.debugData.privilegeGranted
), '\\n') %}`,
    ),
  }),
};

const collaborators: LibraryBot = {
  _id: 'review-github-outside-collaborators',
  name: 'Review outside collaborators of GitHub',
  category: 'Security',
  tag_name: ['SecOps', 'Identity Operations', 'Governance Risk and Compliance'],
  description: `Outside collaborators often keep access after a project ends. Schedule it monthly.

- Lists the outside collaborators of your organization
- The reviewer says whose access should end
- They are removed from all repositories

**Needs:** GitHub, with the right to administer members of the organization`,
  graph: reviewGraph({
    start: 'Every month',
    fill: 'GitHub, with your organization instead of your-org; Slack. Schedule: 0 8 1 * *',
    readStep: [
      'Read them',
      api('github', 'GET /orgs/your-org/outside_collaborators?per_page=100', {
        paging: 'link_header',
      }),
    ],
    of: "$nodes.`Read them`.body.{'id': login, 'name': login}",
    approvers: 'it-lead@example.com',
    minutes: 10_080,
    question: 'Which of these collaborators no longer work with us?',
    action: [
      'Remove the access',
      act('github.remove_outside_collaborator', {
        organization: 'your-org',
        user: '{% $loop.item.id %}',
      }),
    ],
    report: chat('Review of outside collaborators', outcomeText),
  }),
};

export const signIns: readonly LibraryBot[] = [
  impossibleTravel,
  pushBombing,
  adminGrants,
  collaborators,
];
