import { subscription } from '../azure.ts';
import { points, seriesOf } from '../datadog.ts';
import {
  act,
  api,
  branchOnError,
  chat,
  edge,
  edgesAlong,
  fillInNote,
  mail,
  node,
  retrySettings,
} from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { outcomeText, reviewGraph } from '../shapes.ts';

const groups = '{project_id,zone,instance_name}';
const series = seriesOf('$nodes.`Read the load`.body');
const idle = `${series}[$average(${points}) < 0.05].(
  $tag := function($name) {
    $substringAfter(tag_set[$substringBefore($, ':') = $name], ':')
  };
  {
    'id': 'projects/' & $tag('project_id') & '/zones/' & $tag('zone') & '/instances/'
      & $tag('instance_name'),
    'name': $tag('instance_name'),
    'project': $tag('project_id'),
    'zone': $tag('zone')
  }
)`;

const idleMachines: LibraryBot = {
  _id: 'stop-idle-machines',
  name: 'Stop idle development machines',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Stops machines that nobody uses. Schedule it for the evening.

- Reads the load of the last day from Datadog, for machines labelled \`stage: development\`
- The team gets those with a load below 5 %, and may keep some running
- They are stopped in Google Cloud, and can be started again at any time

**Needs:** Datadog, with its Google Cloud integration; Google Cloud, with the role
Compute Instance Admin`,
  graph: reviewGraph({
    start: 'Every evening',
    fill: 'Datadog, Google Cloud and Slack; the approvers. Schedule: 0 19 * * 1-5',
    readStep: [
      'Read the load',
      api(
        'datadog',
        `GET /api/v1/query?from={% $floor($millis() / 1000) - 86400 %}&to={%
  $floor($millis() / 1000)
%}&query=avg:gcp.gce.instance.cpu.utilization{stage:development} by ${groups}`,
      ),
    ],
    of: idle,
    approvers: 'developers@example.com',
    minutes: 60,
    question: 'These machines look idle. Which of them may be stopped?',
    action: [
      'Stop it',
      act('gcp.stop_machine', {
        project: '{% $loop.item.project %}',
        zone: '{% $loop.item.zone %}',
        machine: '{% $loop.item.name %}',
      }),
    ],
    report: chat('Idle machines stopped', outcomeText),
  }),
};

const assignments = `${subscription}/providers/Microsoft.Authorization/policyAssignments`;
const policy = 'no-new-machines?api-version=2022-06-01';
/** The built-in policy "Not allowed resource types". */
const notAllowed =
  '/providers/Microsoft.Authorization/policyDefinitions/6c112d4e-5bc7-47ae-a041-ea2d9dccd749';

const budget: LibraryBot = {
  _id: 'guard-a-budget',
  name: 'Guard a budget of Azure',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE', 'Governance Risk and Compliance'],
  description: `Warns at 80 % of a budget, and asks what to do at 100 %. Schedule it daily.

- Reads the budget and what was spent
- From 80 % on, the owner is warned
- From 100 % on, the owner chooses: raise the budget, or prevent new machines by a policy
- While that policy is in force, nobody is asked again

**Input:** \`budget\`; without one, the budget \`default\` is checked

**Needs:** Azure, with the roles Cost Management Contributor and Resource Policy Contributor`,
  graph: {
    nodes: [
      node('start', 'start', 'Every day', [0, 0], { trigger_type: 'scheduled' }),
      fillInNote('Azure, with YOUR_SUBSCRIPTION_ID; the owner. Schedule: 0 8 * * *'),
      node(
        'http_request',
        'read',
        'Read the budget',
        [1, 0],
        api(
          'azure',
          `GET ${subscription}/providers/Microsoft.Consumption/budgets/{%
  $encodeUrlComponent($event.budget ? $event.budget : 'default')
%}?api-version=2023-05-01`,
        ),
        retrySettings,
      ),
      node('condition', 'over', 'Used up?', [2, 0], {
        expression: `{% $nodes.\`Read the budget\`.body.properties.(
  currentSpend.amount >= amount
) %}`,
      }),
      // Whatever the reason why it cannot be read, the owner is asked.
      node(
        'http_request',
        'read-policy',
        'Read the policy',
        [3, 0],
        api('azure', `GET ${assignments}/${policy}`),
        branchOnError,
      ),
      node('end', 'locked-before', 'Locked before', [4, 0], {}),
      node('user_input', 'decide', 'Decide', [4, 1], {
        message: `The budget is used up: {%
  $nodes.\`Read the budget\`.body.properties.currentSpend.amount
%} has been spent.`,
        authorizers: ['finops@example.com'],
        // Less than a day, because then the next run asks.
        expires_in_minutes: 1380,
        inputs: [
          {
            id: 'action',
            label: 'What should happen',
            type: 'select',
            required: true,
            options: ['raise', 'stop'],
          },
          { id: 'amount', label: 'New amount, if you raise it', type: 'number' },
        ],
      }),
      node('condition', 'raise', 'Raise it?', [5, 1], {
        expression: "{% $nodes.Decide.values.action = 'raise' %}",
      }),
      node(
        'http_request',
        'change',
        'Raise the budget',
        [6, 0],
        api('azure', 'PUT {% $nodes.`Read the budget`.body.id %}?api-version=2023-05-01', {
          body: `{% $nodes.\`Read the budget\`.body.{
  'eTag': eTag,
  'properties': {
    'category': properties.category,
    'amount': $nodes.Decide.values.amount,
    'timeGrain': properties.timeGrain,
    'timePeriod': properties.timePeriod,
    'filter': properties.filter,
    'notifications': properties.notifications
  }
} %}`,
        }),
        retrySettings,
      ),
      node(
        'http_request',
        'lock',
        'Stop what is new',
        [6, 1],
        api('azure', `PUT ${assignments}/${policy}`, {
          body: `{% {'properties': {
  'displayName': 'No new machines while the budget is used up',
  'policyDefinitionId': '${notAllowed}',
  'parameters': {
    'listOfResourceTypesNotAllowed': {'value': ['Microsoft.Compute/virtualMachines']}
  }
}} %}`,
        }),
        retrySettings,
      ),
      node('condition', 'near', 'Above 80 %?', [3, 3], {
        expression: `{% $nodes.\`Read the budget\`.body.properties.(
  currentSpend.amount >= 0.8 * amount
) %}`,
      }),
      node(
        'notification',
        'warn',
        'Warn the owner',
        [4, 3],
        mail(
          'finops@example.com',
          'Budget {% $nodes.`Read the budget`.body.name %} is nearly used up',
          `{% $round(
  100 * $nodes.\`Read the budget\`.body.properties.(currentSpend.amount / amount)
) %} % has been spent.`,
        ),
      ),
      node('end', 'raised', 'Raised', [7, 0], {}),
      node('end', 'locked', 'Locked', [7, 1], {}),
      node('end', 'warned', 'Warned', [5, 3], {}),
      node('end', 'fine', 'Within budget', [4, 4], {}),
      node('end', 'late', 'Undecided', [5, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'over'),
      edge('over', 'read-policy', 'yes'),
      ...edgesAlong('read-policy', 'locked-before'),
      edge('read-policy', 'decide', 'error'),
      edge('over', 'near', 'no'),
      ...edgesAlong('decide', 'raise'),
      edge('decide', 'late', 'expired'),
      edge('raise', 'change', 'yes'),
      edge('raise', 'lock', 'no'),
      ...edgesAlong('change', 'raised'),
      ...edgesAlong('lock', 'locked'),
      edge('near', 'warn', 'yes'),
      edge('near', 'fine', 'no'),
      ...edgesAlong('warn', 'warned'),
    ],
  },
};

export const spending: readonly LibraryBot[] = [idleMachines, budget];
