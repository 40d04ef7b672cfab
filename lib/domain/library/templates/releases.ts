import { arrow, fillIn, mail, node, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const failover: LibraryBot = {
  _id: 'fail-over-to-standby',
  name: 'Fail over to the standby region',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `The one button of a bad day, with two people who press it.

- Makes sure that the standby answers before anybody is asked
- Two people have to agree
- Moves the traffic, waits for the names to settle, and looks at the result

**Input:** \`application\`, \`reason\``,
  graph: {
    nodes: [
      node('start', 'start', 'Region is down', [0, 0], {}),
      fillIn('Addresses of standby and traffic manager; credentials; the two who decide.'),
      node(
        'http_request',
        'standby',
        'Ask the standby',
        [1, 0],
        { url: 'https://standby.example.com/health/{% $event.application %}' },
        patient,
      ),
      node('approval', 'ask', 'Two people decide', [2, 0], {
        approvers: ['oncall@example.com', 'it-lead@example.com'],
        approvals_required: 2,
        expires_in_minutes: 30,
        message: `Move {% $event.application %} to the standby? {% $event.reason %}.
Data there is {% $nodes.\`Ask the standby\`.body.lag_seconds %} seconds old.`,
      }),
      node(
        'http_request',
        'move',
        'Move the traffic',
        [3, 0],
        {
          method: 'PUT',
          url: 'https://traffic.example.com/v1/applications/{% $event.application %}',
          body: "{% {'region': 'standby'} %}",
        },
        patient,
      ),
      node('delay', 'settle', 'Let it settle', [4, 0], { seconds: 5, unit: 'minutes' }),
      node(
        'http_request',
        'look',
        'Look at the result',
        [5, 0],
        { url: 'https://traffic.example.com/v1/applications/{% $event.application %}' },
        patient,
      ),
      node(
        'notification',
        'tell',
        'Tell everybody',
        [6, 0],
        mail(
          'status@example.com',
          '{% $event.application %} runs in {% $nodes.`Look at the result`.body.region %}',
          'Share of errors: {% $nodes.`Look at the result`.body.error_percent %} %.',
        ),
        patient,
      ),
      node('end', 'moved', 'Moved', [7, 0], {}),
      node('end', 'stayed', 'Stayed', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'standby', 'ask'),
      arrow('ask', 'move', 'approved'),
      arrow('ask', 'stayed', 'rejected'),
      ...path('move', 'settle', 'look', 'tell', 'moved'),
    ],
  },
};

const followDeployment: LibraryBot = {
  _id: 'follow-deployment-and-roll-back',
  name: 'Follow a deployment and roll it back',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Starts a deployment and stays with it.

- Asks every 30 seconds how it stands, an hour at most
- Rolls it back if it has failed, and says which version runs

**Input:** \`application\`, \`version\``,
  graph: {
    nodes: [
      node('start', 'start', 'New version', [0, 0], {}),
      fillIn('Address and credential of your deployment tool; who is told.'),
      node('http_request', 'deploy', 'Deploy it', [1, 0], {
        method: 'POST',
        url: 'https://deploy.example.com/v1/deployments',
        body: "{% {'application': $event.application, 'version': $event.version} %}",
      }),
      node('loop', 'until', 'Until it is done', [2, 0], {
        loop_type: 'while',
        condition: "{% $not($loop.last.body.state in ['succeeded', 'failed']) %}",
        max_iterations: 120,
      }),
      node('delay', 'wait', 'Wait a bit', [3, 0], { seconds: 30 }),
      node(
        'http_request',
        'look',
        'How does it stand',
        [4, 0],
        { url: 'https://deploy.example.com/v1/deployments/{% $nodes.`Deploy it`.body.id %}' },
        patient,
      ),
      node('loop_end', 'done', 'It is done', [5, 0], {}),
      node('condition', 'good', 'Succeeded?', [6, 0], {
        expression: "{% $nodes.`It is done`.results[-1].body.state = 'succeeded' %}",
      }),
      node('end', 'running', 'New version runs', [7, 0], {}),
      node(
        'http_request',
        'back',
        'Roll it back',
        [7, 1],
        {
          method: 'POST',
          url: 'https://deploy.example.com/v1/rollbacks/{% $nodes.`Deploy it`.body.id %}',
        },
        patient,
      ),
      node(
        'notification',
        'tell',
        'Tell the team',
        [8, 1],
        mail(
          'developers@example.com',
          '{% $event.application %} {% $event.version %} was rolled back',
          'It failed: {% $nodes.`It is done`.results[-1].body.reason %}',
        ),
      ),
      node('end', 'old', 'Old version runs', [9, 1], {}),
    ],
    edges: [
      ...path('start', 'deploy', 'until'),
      arrow('until', 'wait', 'body'),
      ...path('wait', 'look', 'done', 'good'),
      arrow('good', 'running', 'yes'),
      arrow('good', 'back', 'no'),
      ...path('back', 'tell', 'old'),
    ],
  },
};

const changeFreeze: LibraryBot = {
  _id: 'guard-changes-in-a-freeze',
  name: 'Guard changes during a freeze',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Application Operations', 'Governance Risk and Compliance'],
  description: `Changes go through at once, except while a freeze is on: then somebody decides.

- Asks the calendar whether a freeze is on
- Without one, the pipeline starts right away
- With one, a change needs an approval that names the freeze

**Input:** \`pipeline\`, \`change\``,
  graph: {
    nodes: [
      node('start', 'start', 'Change', [0, 0], {}),
      fillIn('Addresses and credentials of calendar and pipeline; who decides in a freeze.'),
      node(
        'http_request',
        'calendar',
        'Read the calendar',
        [1, 0],
        { url: 'https://calendar.example.com/v1/freezes?at=now' },
        patient,
      ),
      node('condition', 'frozen', 'Freeze?', [2, 0], {
        mode: 'rules',
        rules: [
          {
            value: '{% [$nodes.`Read the calendar`.body] %}',
            type: 'list',
            operator: 'is_not_empty',
          },
        ],
      }),
      node('approval', 'ask', 'Ask for an exception', [3, 0], {
        approvers: ['change-board@example.com'],
        no_self_approval: true,
        message: `Start {% $event.change %} although there is a freeze?
{% $join($nodes.\`Read the calendar\`.body.reason, ', ') %}`,
      }),
      node(
        'http_request',
        'exception',
        'Start as exception',
        [4, 0],
        {
          method: 'POST',
          url: 'https://pipelines.example.com/v1/pipelines/{% $event.pipeline %}/runs',
          body: "{% {'change': $event.change, 'exception': true} %}",
        },
        patient,
      ),
      node(
        'http_request',
        'usual',
        'Start as usual',
        [3, 1],
        {
          method: 'POST',
          url: 'https://pipelines.example.com/v1/pipelines/{% $event.pipeline %}/runs',
          body: "{% {'change': $event.change} %}",
        },
        patient,
      ),
      node('end', 'excepted', 'Exception started', [5, 0], {}),
      node('end', 'started', 'Started', [4, 1], {}),
      node('end', 'put-off', 'Put off', [4, 2], {}),
    ],
    edges: [
      ...path('start', 'calendar', 'frozen'),
      arrow('frozen', 'ask', 'yes'),
      arrow('frozen', 'usual', 'no'),
      arrow('ask', 'exception', 'approved'),
      arrow('ask', 'put-off', 'rejected'),
      ...path('exception', 'excepted'),
      ...path('usual', 'started'),
    ],
  },
};

export const releases: readonly LibraryBot[] = [failover, followDeployment, changeFreeze];
