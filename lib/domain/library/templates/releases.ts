import { act, api, edge, edgesAlong, fillInNote, mail, node, retrySettings } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const failover: LibraryBot = {
  _id: 'fail-over-to-standby',
  name: 'Fail over to the standby region',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Moves an application to the standby region, once two people have approved it.

- Checks that a Datadog monitor finds the standby healthy before anybody is asked
- Two people must approve
- Changes the DNS record in Cloudflare, waits for it to take effect, and checks the result

**Input:** \`application\`, \`reason\`

**Needs:** Datadog; Cloudflare, with DNS: Edit of the zone`,
  graph: {
    nodes: [
      node('start', 'start', 'Region is down', [0, 0], {}),
      fillInNote(
        `Datadog, with the ID of your monitor; Cloudflare, with YOUR_ZONE_ID and YOUR_RECORD_ID;
the host of the standby; the approvers.`,
      ),
      node(
        'rest_api_action',
        'standby',
        'Read the monitor',
        [1, 0],
        act('datadog.get_monitor', { monitor: 1_234_567 }),
        retrySettings,
      ),
      node('condition', 'well', 'Standby well?', [2, 0], {
        expression: "{% $nodes.`Read the monitor`.result.overall_state = 'OK' %}",
      }),
      node('approval', 'ask', 'Two people decide', [3, 0], {
        approvers: ['oncall@example.com', 'it-lead@example.com'],
        approvals_required: 2,
        expires_in_minutes: 30,
        message: 'Move {% $event.application %} to the standby? {% $event.reason %}',
      }),
      node(
        'rest_api_action',
        'move',
        'Move the traffic',
        [4, 0],
        act('cloudflare.change_record', {
          zone: 'YOUR_ZONE_ID',
          record: 'YOUR_RECORD_ID',
          content: 'standby.example.com',
          comment: '{% $event.reason %}',
        }),
        retrySettings,
      ),
      node('delay', 'settle', 'Let it settle', [5, 0], { seconds: 5, unit: 'minutes' }),
      node(
        'http_request',
        'look',
        'Look at the result',
        [6, 0],
        api('cloudflare', 'GET /zones/YOUR_ZONE_ID/dns_records/YOUR_RECORD_ID'),
        retrySettings,
      ),
      node(
        'notification',
        'tell',
        'Tell everybody',
        [7, 0],
        mail(
          'status@example.com',
          '{% $event.application %} runs in the standby region',
          `{% $nodes.\`Look at the result\`.body.result.name %} points to {%
  $nodes.\`Look at the result\`.body.result.content
%}.`,
        ),
      ),
      node('end', 'moved', 'Moved', [8, 0], {}),
      node('end', 'stayed', 'Stayed', [4, 1], {}),
      node('end', 'ill', 'Standby not well', [3, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'standby', 'well'),
      edge('well', 'ask', 'yes'),
      edge('well', 'ill', 'no'),
      edge('ask', 'move', 'approved'),
      edge('ask', 'stayed', 'rejected'),
      ...edgesAlong('move', 'settle', 'look', 'tell', 'moved'),
    ],
  },
};

const pipeline = '/your-project/_apis/pipelines/1/runs';

/** Runs the pipeline for the version in this field of the event. */
const deploy = (version: string) =>
  api('azure_devops', `POST ${pipeline}?api-version=7.1`, {
    body: `{% {'templateParameters': {'version': $event.${version}}} %}`,
  });

const followDeployment: LibraryBot = {
  _id: 'follow-deployment-and-roll-back',
  name: 'Follow a deployment and roll it back',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Starts a pipeline of Azure DevOps and follows it to its end.

- Checks its state every 30 seconds, for an hour at most
- If it has failed, runs the pipeline again with the last version, and notifies the team, even if
  that cannot be started

**Input:** \`version\`, \`last_version\`

**Needs:** Azure DevOps, with a token that may read and execute builds`,
  graph: {
    nodes: [
      node('start', 'start', 'New version', [0, 0], {}),
      fillInNote('Azure DevOps, with your-project and the ID of your pipeline; the recipients.'),
      node('http_request', 'deploy', 'Deploy it', [1, 0], deploy('version')),
      node('loop', 'until', 'Until it is done', [2, 0], {
        loop_type: 'while',
        condition: "{% $not($loop.last.body.state = 'completed') %}",
        max_iterations: 120,
      }),
      node('delay', 'wait', 'Wait a bit', [3, 0], { seconds: 30 }),
      node(
        'http_request',
        'look',
        'How does it stand',
        [4, 0],
        api('azure_devops', `GET ${pipeline}/{% $nodes.\`Deploy it\`.body.id %}?api-version=7.1`),
        retrySettings,
      ),
      node('loop_end', 'done', 'It is done', [5, 0], {}),
      node('condition', 'good', 'Succeeded?', [6, 0], {
        expression: "{% $nodes.`It is done`.results[-1].body.result = 'succeeded' %}",
      }),
      node('end', 'running', 'New version runs', [7, 0], {}),
      node(
        'http_request',
        'back',
        'Roll it back',
        [7, 1],
        deploy('last_version'),
        // No retries, since a retry might deploy twice.
        { on_error: 'branch' },
      ),
      node(
        'notification',
        'tell',
        'Tell the team',
        [8, 1],
        mail(
          'developers@example.com',
          'Version {% $event.version %} was rolled back',
          `{% $nodes.\`It is done\`.results[-1].body.name %}: {%
  $nodes.\`It is done\`.results[-1].body.result
%}. Version {% $event.last_version %} is being deployed.`,
        ),
      ),
      node(
        'notification',
        'alarm',
        'Ask for hands',
        [8, 2],
        mail(
          'developers@example.com',
          'Version {% $event.version %} failed, and was not rolled back',
          `Deploy version {% $event.last_version %} by hand. {%
  $nodes.\`Roll it back\`.error
%}`,
        ),
      ),
      node('end', 'old', 'Old version runs', [9, 1], {}),
      node('end', 'by-hand', 'Left to people', [9, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'deploy', 'until'),
      edge('until', 'wait', 'body'),
      ...edgesAlong('wait', 'look', 'done', 'good'),
      edge('good', 'running', 'yes'),
      edge('good', 'back', 'no'),
      ...edgesAlong('back', 'tell', 'old'),
      edge('back', 'alarm', 'error'),
      ...edgesAlong('alarm', 'by-hand'),
    ],
  },
};

const dispatch = api(
  'github',
  `POST /repos/your-org/your-repository/actions/workflows/{%
  $encodeUrlComponent($event.workflow)
%}/dispatches`,
  { body: "{% {'ref': 'main', 'inputs': {'change': $event.change}} %}" },
);

const changeFreeze: LibraryBot = {
  _id: 'guard-changes-in-a-freeze',
  name: 'Guard changes during an incident',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Application Operations', 'Governance Risk and Compliance'],
  description: `Changes start at once, except while an incident is open: then somebody decides.

- Reads the open incidents of high urgency from PagerDuty
- If there is none, the GitHub workflow starts right away
- If there is one, the change needs an approval, which names the incidents

**Input:** \`workflow\`, a file name such as \`deploy.yml\`; \`change\`

**Needs:** PagerDuty, with a read-only key; GitHub, with write access to Actions`,
  graph: {
    nodes: [
      node('start', 'start', 'Change', [0, 0], {}),
      fillInNote('PagerDuty; GitHub, with your-org/your-repository; the approvers.'),
      node(
        'http_request',
        'calendar',
        'Read incidents',
        [1, 0],
        api(
          'pagerduty',
          'GET /incidents?statuses[]=triggered&statuses[]=acknowledged&urgencies[]=high&limit=100',
        ),
        retrySettings,
      ),
      node('condition', 'frozen', 'Incident open?', [2, 0], {
        mode: 'rules',
        rules: [
          {
            value: '{% $nodes.`Read incidents`.body.incidents %}',
            type: 'list',
            operator: 'is_not_empty',
          },
        ],
      }),
      node('approval', 'ask', 'Ask for an exception', [3, 0], {
        approvers: ['change-board@example.com'],
        no_self_approval: true,
        message: `Start {% $event.change %} although incidents are open?
{% $join($nodes.\`Read incidents\`.body.incidents.title, ', ') %}`,
      }),
      node('http_request', 'exception', 'Start as exception', [4, 0], dispatch, retrySettings),
      node('http_request', 'usual', 'Start as usual', [3, 1], dispatch, retrySettings),
      node('end', 'excepted', 'Exception started', [5, 0], {}),
      node('end', 'started', 'Started', [4, 1], {}),
      node('end', 'put-off', 'Put off', [4, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'calendar', 'frozen'),
      edge('frozen', 'ask', 'yes'),
      edge('frozen', 'usual', 'no'),
      edge('ask', 'exception', 'approved'),
      edge('ask', 'put-off', 'rejected'),
      ...edgesAlong('exception', 'excepted'),
      ...edgesAlong('usual', 'started'),
    ],
  },
};

export const releases: readonly LibraryBot[] = [failover, followDeployment, changeFreeze];
