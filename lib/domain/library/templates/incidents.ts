import { arrow, fillIn, mail, node, orElse, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const isolateHost: LibraryBot = {
  _id: 'isolate-host-after-approval',
  name: 'Isolate a host after approval',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Takes a host off the network, once somebody has agreed to it.

- Reads the host from your endpoint protection
- Asks the team, with the host as it is now, and reads it again after the approval
- Isolates it, and says so; where that fails, the team is told to act by hand

**Input:** \`host_id\`, \`reason\``,
  graph: {
    nodes: [
      node('start', 'start', 'Suspicious host', [0, 0], {}),
      fillIn('Address and credential of your endpoint protection; the approvers; the mailbox.'),
      node(
        'http_request',
        'read',
        'Read the host',
        [1, 0],
        { url: 'https://edr.example.com/v1/hosts/{% $encodeUrlComponent($event.host_id) %}' },
        patient,
      ),
      node('approval', 'ask', 'Ask the team', [2, 0], {
        approvers: ['secops@example.com'],
        expires_in_minutes: 60,
        message: 'Isolate {% $nodes.`Read the host`.body.name %}? {% $event.reason %}',
        resources: "{% $nodes.`Read the host`.body.{'id': id, 'name': name} %}",
        reread: 'Read the host',
      }),
      node(
        'http_request',
        'isolate',
        'Isolate it',
        [3, 0],
        {
          method: 'POST',
          url: 'https://edr.example.com/v1/hosts/{% $nodes.`Read the host`.body.id %}/isolation',
          body: "{% {'comment': $event.reason, 'run': $run.id} %}",
        },
        orElse,
      ),
      node(
        'notification',
        'tell',
        'Tell the team',
        [4, 0],
        mail(
          'secops@example.com',
          'Isolated: {% $nodes.`Read the host`.body.name %}',
          'The host was isolated: {% $event.reason %}',
        ),
      ),
      node(
        'notification',
        'alarm',
        'Ask for hands',
        [4, 1],
        mail(
          'secops@example.com',
          'Not isolated: {% $nodes.`Read the host`.body.name %}',
          'Isolate it by hand. {% $nodes.`Isolate it`.error %}',
        ),
      ),
      node('end', 'isolated', 'Isolated', [5, 0], {}),
      node('end', 'by-hand', 'Left to the team', [5, 1], {}),
      node('end', 'kept', 'Left alone', [3, 2], {}),
    ],
    edges: [
      ...path('start', 'read', 'ask'),
      arrow('ask', 'isolate', 'approved'),
      arrow('ask', 'kept', 'rejected'),
      ...path('isolate', 'tell', 'isolated'),
      arrow('isolate', 'alarm', 'error'),
      ...path('alarm', 'by-hand'),
    ],
  },
};

const triage: LibraryBot = {
  _id: 'triage-findings-by-severity',
  name: 'Triage findings by severity',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Sends each finding where it belongs.

- Critical ones page whoever is on call; where paging fails, a mail goes out
- High ones become a ticket
- All others wait for the weekly digest

Give it a listener of your scanner as its trigger, or start it with a finding.

**Input:** \`id\`, \`title\`, \`severity\`, \`asset\``,
  graph: {
    nodes: [
      node('start', 'start', 'Finding', [0, 0], {}),
      fillIn('Addresses and credentials of the pager and the tickets; a listener as the trigger.'),
      node('condition', 'critical', 'Critical?', [1, 0], {
        mode: 'rules',
        rules: [
          {
            value: '{% $uppercase($event.severity) %}',
            type: 'text',
            operator: 'equals',
            compare: 'CRITICAL',
          },
        ],
      }),
      node(
        'http_request',
        'page',
        'Page who is on call',
        [2, 0],
        {
          method: 'POST',
          url: 'https://oncall.example.com/v1/incidents',
          body: "{% {'key': $event.id, 'title': $event.title, 'service': $event.asset} %}",
        },
        orElse,
      ),
      node(
        'notification',
        'write',
        'Mail the team',
        [3, 1],
        mail(
          'secops@example.com',
          'Critical: {% $event.title %}',
          'Nobody was paged about {% $event.asset %}. {% $nodes.`Page who is on call`.error %}',
        ),
      ),
      node('end', 'paged', 'Paged', [3, 0], {}),
      node('end', 'written', 'Mailed', [4, 1], {}),
      node('condition', 'high', 'High?', [2, 2], {
        expression: "{% $uppercase($event.severity) = 'HIGH' %}",
      }),
      node(
        'http_request',
        'ticket',
        'Open a ticket',
        [3, 2],
        {
          method: 'POST',
          url: 'https://tickets.example.com/v1/tickets',
          body: `{% {
  'title': $event.title,
  'text': 'Finding ' & $event.id & ' on ' & $event.asset,
  'queue': 'security'
} %}`,
        },
        patient,
      ),
      node('end', 'ticketed', 'Ticket open', [4, 2], {}),
      node('end', 'kept', 'For the digest', [3, 3], {}),
    ],
    edges: [
      ...path('start', 'critical'),
      arrow('critical', 'page', 'yes'),
      arrow('critical', 'high', 'no'),
      ...path('page', 'paged'),
      arrow('page', 'write', 'error'),
      ...path('write', 'written'),
      arrow('high', 'ticket', 'yes'),
      arrow('high', 'kept', 'no'),
      ...path('ticket', 'ticketed'),
    ],
  },
};

const signOut: LibraryBot = {
  _id: 'sign-out-compromised-account',
  name: 'Sign a compromised account out everywhere',
  category: 'Security',
  tag_name: ['SecOps', 'Identity Operations', 'Security Incident Response'],
  description: `Ends everything that a stolen password has opened, in all places at the same time.

- Sessions, access tokens and mail forwarding rules go in parallel
- A place that does not answer does not hold up the others
- The ticket says what is left to do by hand

**Input:** \`user\` (an e-mail address)`,
  graph: {
    nodes: [
      node('start', 'start', 'Stolen account', [0, 1], {}),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'Addresses and credentials of identity provider, code host, mail and tickets.',
      }),
      node('parallel', 'everywhere', 'Everywhere', [1, 1], { on_branch_failure: 'continue' }),
      node(
        'http_request',
        'sessions',
        'End the sessions',
        [2, 0],
        {
          method: 'DELETE',
          url: 'https://idp.example.com/v1/users/{% $event.user %}/sessions',
        },
        patient,
      ),
      node(
        'http_request',
        'tokens',
        'Revoke the tokens',
        [2, 1],
        { method: 'DELETE', url: 'https://code.example.com/v1/users/{% $event.user %}/tokens' },
        patient,
      ),
      node(
        'http_request',
        'forwards',
        'Drop mail rules',
        [2, 2],
        { method: 'DELETE', url: 'https://mail.example.com/v1/users/{% $event.user %}/rules' },
        patient,
      ),
      node('merge', 'done', 'All places', [3, 1], {}),
      node(
        'http_request',
        'ticket',
        'Open a ticket',
        [4, 1],
        {
          method: 'POST',
          url: 'https://tickets.example.com/v1/tickets',
          body: `{% (
  $all := $nodes.\`All places\`;
  $open := $keys($all)[$lookup($all, $).status != 'SUCCEEDED'];
  {
    'title': 'Compromised account: ' & $event.user,
    'queue': 'security',
    'left_to_do': [$open]
  }
) %}`,
        },
        orElse,
      ),
      node(
        'notification',
        'tell',
        'Mail the team',
        [5, 2],
        mail(
          'secops@example.com',
          'Compromised account: {% $event.user %}',
          'It was signed out, and no ticket could be opened: {% $nodes.`Open a ticket`.error %}',
        ),
      ),
      node('end', 'out', 'Signed out', [5, 1], {}),
      node('end', 'mailed', 'Signed out by mail', [6, 2], {}),
    ],
    edges: [
      ...path('start', 'everywhere'),
      arrow('everywhere', 'sessions', 'branch'),
      arrow('everywhere', 'tokens', 'branch'),
      arrow('everywhere', 'forwards', 'branch'),
      ...path('sessions', 'done', 'ticket', 'out'),
      ...path('tokens', 'done'),
      ...path('forwards', 'done'),
      arrow('ticket', 'tell', 'error'),
      ...path('tell', 'mailed'),
    ],
  },
};

export const incidents: readonly LibraryBot[] = [isolateHost, triage, signOut];
