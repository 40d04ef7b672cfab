import { arrow, fillIn, mail, node, orElse, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const leaver: LibraryBot = {
  _id: 'offboard-leaver',
  name: 'Offboard a leaver everywhere',
  category: 'Security',
  tag_name: ['IT and CCoE', 'Identity Operations', 'Governance Risk and Compliance'],
  description: `Closes all accounts of somebody who leaves, on their last day.

- A form takes who leaves, when, and who inherits their files
- The run waits for the day, then closes the accounts in parallel
- The manager learns what was closed, and what has to be closed by hand`,
  graph: {
    nodes: [
      node('start', 'start', 'Somebody leaves', [0, 1], {}),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'Addresses and credentials of identity provider, code host and file store.',
      }),
      node('user_input', 'form', 'Who leaves', [1, 1], {
        message: 'All accounts are closed at the time that you give.',
        inputs: [
          { id: 'user', label: 'Who leaves (e-mail address)', required: true },
          { id: 'manager', label: 'Manager (e-mail address)', required: true },
          {
            id: 'until',
            label: 'Last moment, as 2027-01-31T17:00:00Z',
            required: true,
            advance: {
              value_validation: { pattern: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ' },
            },
          },
        ],
      }),
      node('delay', 'wait', 'Wait for the day', [2, 1], {
        mode: 'until',
        until: '{% $nodes.`Who leaves`.values.until %}',
      }),
      node('parallel', 'all', 'All accounts', [3, 1], { on_branch_failure: 'continue' }),
      node(
        'http_request',
        'directory',
        'Directory',
        [4, 0],
        {
          method: 'PATCH',
          url: 'https://idp.example.com/v1/users/{% $nodes.`Who leaves`.values.user %}',
          body: "{% {'status': 'disabled'} %}",
        },
        patient,
      ),
      node(
        'http_request',
        'code',
        'Code host',
        [4, 1],
        {
          method: 'DELETE',
          url: 'https://code.example.com/v1/members/{% $nodes.`Who leaves`.values.user %}',
        },
        patient,
      ),
      node(
        'http_request',
        'files',
        'Hand over files',
        [4, 2],
        {
          method: 'POST',
          url: 'https://files.example.com/v1/transfers',
          body: `{% {
  'from': $nodes.\`Who leaves\`.values.user,
  'to': $nodes.\`Who leaves\`.values.manager
} %}`,
        },
        patient,
      ),
      node('merge', 'closed', 'Closed', [5, 1], {}),
      node(
        'notification',
        'tell',
        'Tell the manager',
        [6, 1],
        mail(
          '{% $nodes.`Who leaves`.values.manager %}',
          'Accounts of {% $nodes.`Who leaves`.values.user %}',
          `Closed: {% $join(
  $keys($nodes.Closed)[$lookup($nodes.Closed, $).status = 'SUCCEEDED'], ', '
) %}.
By hand: {% $join(
  $keys($nodes.Closed)[$lookup($nodes.Closed, $).status != 'SUCCEEDED'], ', '
) %}.`,
        ),
      ),
      node('end', 'done', 'Offboarded', [7, 1], {}),
      node('end', 'late', 'Form expired', [2, 2], {}),
    ],
    edges: [
      ...path('start', 'form', 'wait', 'all'),
      arrow('form', 'late', 'expired'),
      arrow('all', 'directory', 'branch'),
      arrow('all', 'code', 'branch'),
      arrow('all', 'files', 'branch'),
      ...path('directory', 'closed', 'tell', 'done'),
      ...path('code', 'closed'),
      ...path('files', 'closed'),
    ],
  },
};

const joiner: LibraryBot = {
  _id: 'onboard-joiner',
  name: 'Onboard a new colleague',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Identity Operations'],
  description: `From the form to the first sign-in, without a ticket in between.

- A form takes name, address and team
- The account is made, with the groups of the team, one after the other
- If the account cannot be made, IT gets a ticket with everything in it`,
  graph: {
    nodes: [
      node('start', 'start', 'New colleague', [0, 0], {}),
      fillIn('Addresses and credentials of identity provider, team list and tickets; the teams.'),
      node('user_input', 'form', 'Who joins', [1, 0], {
        inputs: [
          { id: 'name', label: 'Name', required: true },
          { id: 'email', label: 'E-mail address', required: true },
          {
            id: 'team',
            label: 'Team',
            type: 'select',
            required: true,
            options: ['Operations', 'Development', 'Finance'],
          },
        ],
      }),
      node(
        'http_request',
        'create',
        'Make the account',
        [2, 0],
        {
          method: 'POST',
          url: 'https://idp.example.com/v1/users',
          body: `{% {
  'name': $nodes.\`Who joins\`.values.name,
  'email': $nodes.\`Who joins\`.values.email
} %}`,
        },
        orElse,
      ),
      node(
        'http_request',
        'groups',
        'Read the groups',
        [3, 0],
        {
          url: 'https://teams.example.com/v1/teams/{% $nodes.`Who joins`.values.team %}/groups',
        },
        patient,
      ),
      node('loop', 'each', 'For each group', [4, 0], {
        items_to_iterate: '{% $nodes.`Read the groups`.body %}',
      }),
      node(
        'http_request',
        'add',
        'Add to the group',
        [5, 0],
        {
          method: 'PUT',
          url: `https://idp.example.com/v1/groups/{% $loop.item.id %}/members/{%
  $nodes.\`Make the account\`.body.id
%}`,
        },
        patient,
      ),
      node('loop_end', 'added', 'All groups', [6, 0], {}),
      node(
        'notification',
        'welcome',
        'Welcome',
        [7, 0],
        mail(
          '{% $nodes.`Who joins`.values.email %}',
          'Welcome, {% $nodes.`Who joins`.values.name %}',
          'Your account is ready. You are in {% $nodes.`All groups`.turns %} groups.',
        ),
      ),
      node(
        'http_request',
        'ticket',
        'Ask IT',
        [3, 1],
        {
          method: 'POST',
          url: 'https://tickets.example.com/v1/tickets',
          body: `{% {
  'title': 'New account: ' & $nodes.\`Who joins\`.values.name,
  'queue': 'it',
  'text': $nodes.\`Make the account\`.error
} %}`,
        },
        patient,
      ),
      node('end', 'ready', 'Ready', [8, 0], {}),
      node('end', 'asked', 'IT asked', [4, 1], {}),
      node('end', 'late', 'Form expired', [2, 1], {}),
    ],
    edges: [
      ...path('start', 'form', 'create', 'groups', 'each'),
      arrow('form', 'late', 'expired'),
      arrow('create', 'ticket', 'error'),
      arrow('each', 'add', 'body'),
      ...path('add', 'added', 'welcome', 'ready'),
      ...path('ticket', 'asked'),
    ],
  },
};

export const people: readonly LibraryBot[] = [leaver, joiner];
