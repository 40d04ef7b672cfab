import { serviceNowIncident } from '../tickets.ts';
import {
  act,
  api,
  branchOnError,
  edge,
  edgesAlong,
  fillInNote,
  mail,
  node,
  retrySettings,
} from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const leaver: LibraryBot = {
  _id: 'offboard-leaver',
  name: 'Offboard a leaver everywhere',
  category: 'Security',
  tag_name: ['IT and CCoE', 'Identity Operations', 'Governance Risk and Compliance'],
  description: `Closes the accounts of somebody who leaves, on their last day.

- A form asks who leaves and when; somebody else confirms it
- The run waits for the day, then closes the accounts in Okta, Entra ID and GitHub in parallel
- The manager is told what was closed, and what must be closed by hand

**Needs:** Okta, with the role Group Administrator; Entra ID, with User.ReadWrite.All;
GitHub, with the right to administer members`,
  graph: {
    nodes: [
      node('start', 'start', 'Somebody leaves', [0, 1], {}),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'Okta, Entra ID, GitHub; the approvers; your organization instead of your-org.',
      }),
      node('user_input', 'form', 'Who leaves', [1, 1], {
        message: 'All accounts are closed at the time that you enter.',
        inputs: [
          { id: 'user', label: 'Who leaves (e-mail address)', required: true },
          { id: 'github', label: 'GitHub user name', required: true },
          { id: 'manager', label: 'Manager (e-mail address)', required: true },
          {
            id: 'until',
            label: 'Last moment, such as 2027-01-31T17:00:00Z',
            required: true,
            advance: {
              value_validation: { pattern: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ' },
            },
          },
        ],
      }),
      node('approval', 'ask', 'Confirm it', [2, 1], {
        approvers: ['hr@example.com'],
        no_self_approval: true,
        message: `Does {% $nodes.\`Who leaves\`.values.user %} leave at {%
  $nodes.\`Who leaves\`.values.until
%}?`,
      }),
      node('delay', 'wait', 'Wait for the day', [3, 1], {
        mode: 'until',
        until: '{% $nodes.`Who leaves`.values.until %}',
      }),
      node('parallel', 'all', 'All accounts', [4, 1], { on_branch_failure: 'continue' }),
      node(
        'rest_api_action',
        'okta',
        'Okta',
        [5, 0],
        act('okta.deactivate_user', { user: '{% $nodes.`Who leaves`.values.user %}' }),
        retrySettings,
      ),
      node(
        'rest_api_action',
        'entra',
        'Entra ID',
        [5, 1],
        act('entra_id.disable_user', { user: '{% $nodes.`Who leaves`.values.user %}' }),
        retrySettings,
      ),
      node(
        'rest_api_action',
        'github',
        'GitHub',
        [5, 2],
        act('github.remove_member', {
          organization: 'your-org',
          user: '{% $nodes.`Who leaves`.values.github %}',
        }),
        retrySettings,
      ),
      node('merge', 'closed', 'Closed', [6, 1], {}),
      node(
        'notification',
        'tell',
        'Tell the manager',
        [7, 1],
        mail(
          '{% $nodes.`Who leaves`.values.manager %}',
          'Accounts of {% $nodes.`Who leaves`.values.user %}',
          `Closed: {% $join(
  $keys($nodes.Closed)[$lookup($nodes.Closed, $).status = 'SUCCEEDED'], ', '
) %}.
To close by hand: {% $join(
  $keys($nodes.Closed)[$lookup($nodes.Closed, $).status != 'SUCCEEDED'], ', '
) %}.`,
        ),
      ),
      node('end', 'done', 'Offboarded', [8, 1], {}),
      node('end', 'refused', 'Not confirmed', [3, 2], {}),
      node('end', 'late', 'Form expired', [2, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'form', 'ask'),
      edge('form', 'late', 'expired'),
      edge('ask', 'wait', 'approved'),
      edge('ask', 'refused', 'rejected'),
      ...edgesAlong('wait', 'all'),
      edge('all', 'okta', 'branch'),
      edge('all', 'entra', 'branch'),
      edge('all', 'github', 'branch'),
      ...edgesAlong('okta', 'closed', 'tell', 'done'),
      ...edgesAlong('entra', 'closed'),
      ...edgesAlong('github', 'closed'),
    ],
  },
};

const joiner: LibraryBot = {
  _id: 'onboard-joiner',
  name: 'Onboard a new colleague',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Identity Operations'],
  description: `Creates an account for a new colleague, from the form to the first sign-in.

- A form asks for the name, the address and the team
- Okta creates the account, and finds the groups whose names begin with the name of the team
- The owner of these groups decides which of them the account joins
- If the account cannot be created, IT gets an incident in ServiceNow with all details

**Needs:** Okta, with the role Group Administrator; ServiceNow, with the role itil`,
  graph: {
    nodes: [
      node('start', 'start', 'New colleague', [0, 0], {}),
      fillInNote(
        'The Okta and ServiceNow integrations; the teams, as the beginnings of the names of ' +
          'groups; the owner of the groups.',
      ),
      node('user_input', 'form', 'Who joins', [1, 0], {
        inputs: [
          { id: 'first', label: 'First name', required: true },
          { id: 'last', label: 'Last name', required: true },
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
        api('okta', 'POST /api/v1/users?activate=true', {
          body: `{% {
  'profile': {
    'firstName': $nodes.\`Who joins\`.values.first,
    'lastName': $nodes.\`Who joins\`.values.last,
    'email': $nodes.\`Who joins\`.values.email,
    'login': $nodes.\`Who joins\`.values.email
  }
} %}`,
        }),
        branchOnError,
      ),
      node(
        'http_request',
        'groups',
        'Read the groups',
        [3, 0],
        api(
          'okta',
          'GET /api/v1/groups?search=profile.name sw "{% $nodes.`Who joins`.values.team %}"',
        ),
        retrySettings,
      ),
      node('approval', 'agree', 'Agree to the groups', [4, 0], {
        approvers: ['it-lead@example.com'],
        expires_in_minutes: 2880,
        message: 'Which groups should {% $nodes.`Who joins`.values.email %} join?',
        resources: "{% [$nodes.`Read the groups`.body.{'id': id, 'name': profile.name}] %}",
      }),
      node('loop', 'each', 'For each group', [5, 0], {
        items_to_iterate: '{% $nodes.`Agree to the groups`.resources %}',
      }),
      node(
        'rest_api_action',
        'add',
        'Add to the group',
        [6, 0],
        act('okta.add_to_group', {
          group: '{% $loop.item.id %}',
          user: '{% $nodes.`Make the account`.body.id %}',
        }),
        retrySettings,
      ),
      node('loop_end', 'added', 'All groups', [7, 0], {}),
      node(
        'notification',
        'welcome',
        'Welcome',
        [8, 0],
        mail(
          '{% $nodes.`Who joins`.values.email %}',
          'Welcome, {% $nodes.`Who joins`.values.first %}',
          'Your account is ready. You are in {% $nodes.`All groups`.turns %} groups.',
        ),
      ),
      node(
        'rest_api_action',
        'ticket',
        'Ask IT',
        [3, 1],
        serviceNowIncident(
          "'New account for ' & $nodes.`Who joins`.values.email",
          '$nodes.`Make the account`.error',
          'software',
        ),
        retrySettings,
      ),
      node('end', 'ready', 'Ready', [9, 0], {}),
      node('end', 'without', 'Without groups', [5, 1], {}),
      node('end', 'asked', 'IT asked', [4, 1], {}),
      node('end', 'late', 'Form expired', [2, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'form', 'create', 'groups', 'agree'),
      edge('form', 'late', 'expired'),
      edge('create', 'ticket', 'error'),
      edge('agree', 'each', 'approved'),
      edge('agree', 'without', 'rejected'),
      edge('each', 'add', 'body'),
      ...edgesAlong('add', 'added', 'welcome', 'ready'),
      ...edgesAlong('ticket', 'asked'),
    ],
  },
};

export const people: readonly LibraryBot[] = [leaver, joiner];
