import { serviceNowIncident } from '../tickets.ts';
import {
  act,
  branchOnError,
  edge,
  edgesAlong,
  fillInNote,
  mail,
  node,
  retrySettings,
} from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const isolateHost: LibraryBot = {
  _id: 'isolate-host-after-approval',
  name: 'Isolate a host after approval',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Contains a host with CrowdStrike Falcon after an approval.

- Reads the host from Falcon
- Asks the team, shows the current state of the host, and reads it again after the approval
- Contains it and notifies the team; if that fails, the team is told to act by hand

**Input:** \`host_id\` (the device ID of Falcon), \`reason\`

**Needs:** CrowdStrike Falcon, with Hosts: Read and Hosts: Write`,
  graph: {
    nodes: [
      node('start', 'start', 'Suspicious host', [0, 0], {}),
      fillInNote('The CrowdStrike integration; the approvers; the mailbox of the team.'),
      node(
        'rest_api_action',
        'read',
        'Read the host',
        [1, 0],
        act('crowdstrike.get_host', { host: '{% $event.host_id %}' }),
        retrySettings,
      ),
      node('approval', 'ask', 'Ask the team', [2, 0], {
        approvers: ['secops@example.com'],
        expires_in_minutes: 60,
        message: `Contain {% $nodes.\`Read the host\`.result.hostname %}? {%
  $event.reason
%}`,
        resources: `{% [$nodes.\`Read the host\`.result.{
  'id': device_id, 'name': hostname, 'containment': status
}] %}`,
        reread: 'Read the host',
      }),
      node(
        'rest_api_action',
        'isolate',
        'Contain it',
        [3, 0],
        act('crowdstrike.contain_host', { host: '{% $nodes.`Ask the team`.resources[0].id %}' }),
        branchOnError,
      ),
      node(
        'notification',
        'tell',
        'Tell the team',
        [4, 0],
        mail(
          'secops@example.com',
          'Contained: {% $nodes.`Read the host`.result.hostname %}',
          'The host was cut off from the network: {% $event.reason %}',
        ),
      ),
      node(
        'notification',
        'alarm',
        'Ask for hands',
        [4, 1],
        mail(
          'secops@example.com',
          'Not contained: {% $nodes.`Read the host`.result.hostname %}',
          'Contain it by hand. {% $nodes.`Contain it`.error %}',
        ),
      ),
      node('end', 'isolated', 'Contained', [5, 0], {}),
      node('end', 'by-hand', 'Left to the team', [5, 1], {}),
      node('end', 'kept', 'Left alone', [3, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'ask'),
      edge('ask', 'isolate', 'approved'),
      edge('ask', 'kept', 'rejected'),
      ...edgesAlong('isolate', 'tell', 'isolated'),
      edge('isolate', 'alarm', 'error'),
      ...edgesAlong('alarm', 'by-hand'),
    ],
  },
};

const signOut: LibraryBot = {
  _id: 'sign-out-compromised-account',
  name: 'Sign a compromised account out everywhere',
  category: 'Security',
  tag_name: ['SecOps', 'Identity Operations', 'Security Incident Response'],
  description: `Ends all sessions of a compromised account, in all places at the same time.

- Somebody on call must approve; nothing is changed before
- Sessions and tokens of Okta, and those of Entra ID, are ended in parallel
- A place that does not answer does not delay the others
- The incident in ServiceNow says what is left to do by hand

**Input:** \`user\` (an e-mail address)

**Needs:** Okta, with the role Group Administrator; Entra ID, with
User.RevokeSessions.All; ServiceNow, with the role itil`,
  graph: {
    nodes: [
      node('start', 'start', 'Stolen account', [0, 1], {}),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'The Okta, Entra ID and ServiceNow integrations; the approvers.',
      }),
      node('approval', 'ask', 'Ask who is on call', [1, 1], {
        approvers: ['oncall@example.com'],
        expires_in_minutes: 30,
        message: 'Sign {% $event.user %} out everywhere?',
      }),
      node('parallel', 'everywhere', 'Everywhere', [2, 1], { on_branch_failure: 'continue' }),
      node(
        'rest_api_action',
        'okta',
        // The merge identifies a branch by its first node.
        'Okta',
        [3, 0],
        act('okta.get_user', { user: '{% $event.user %}' }),
        retrySettings,
      ),
      node(
        'rest_api_action',
        'okta-sessions',
        'End the sessions',
        [4, 0],
        act('okta.clear_sessions', { user: '{% $nodes.Okta.result.id %}' }),
        retrySettings,
      ),
      node(
        'rest_api_action',
        'entra',
        'Entra ID',
        [3, 1],
        act('entra_id.revoke_sessions', { user: '{% $event.user %}' }),
        retrySettings,
      ),
      node('merge', 'done', 'All places', [5, 1], {}),
      node(
        'rest_api_action',
        'ticket',
        'Open an incident',
        [6, 1],
        serviceNowIncident(
          "'Compromised account: ' & $event.user",
          `'Signed out. Left to do by hand: ' & $join(
    $keys($nodes.\`All places\`)[$lookup($nodes.\`All places\`, $).status != 'SUCCEEDED'], ', '
  )`,
        ),
        branchOnError,
      ),
      node(
        'notification',
        'tell',
        'Mail the team',
        [7, 2],
        mail(
          'secops@example.com',
          'Compromised account: {% $event.user %}',
          'It was signed out. No incident could be opened: {% $nodes.`Open an incident`.error %}',
        ),
      ),
      node('end', 'out', 'Signed out', [7, 1], {}),
      node('end', 'mailed', 'Signed out by mail', [8, 2], {}),
      node('end', 'refused', 'Left alone', [2, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'ask'),
      edge('ask', 'everywhere', 'approved'),
      edge('ask', 'refused', 'rejected'),
      edge('everywhere', 'okta', 'branch'),
      edge('everywhere', 'entra', 'branch'),
      ...edgesAlong('okta', 'okta-sessions', 'done', 'ticket', 'out'),
      ...edgesAlong('entra', 'done'),
      edge('ticket', 'tell', 'error'),
      ...edgesAlong('tell', 'mailed'),
    ],
  },
};

export const incidents: readonly LibraryBot[] = [isolateHost, signOut];
