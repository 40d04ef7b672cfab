import { arrow, fillIn, mail, node, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const idleMachines: LibraryBot = {
  _id: 'stop-idle-machines',
  name: 'Stop idle development machines',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Machines that nobody uses are switched off. Schedule it for the evening.

- Reads the machines tagged \`stage: development\`
- Those under 5 % load go to the team, which may keep some
- A limit in percent of the fleet can be set in the settings of the bot`,
  graph: {
    nodes: [
      node('start', 'start', 'Every evening', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the cloud; who may object. Schedule: 0 19 * * 1-5'),
      node(
        'http_request',
        'read',
        'Read the machines',
        [1, 0],
        {
          url: 'https://cloud.example.com/v1/machines?stage=development&state=running',
          paging: 'cursor',
          items_path: '/machines',
          next_path: '/next',
          page_parameter: 'cursor',
        },
        patient,
      ),
      node('condition', 'any', 'Any idle?', [2, 0], {
        expression: '{% $count($nodes.`Read the machines`.body[cpu_percent < 5]) > 0 %}',
      }),
      node('approval', 'ask', 'Ask the team', [3, 0], {
        approvers: ['developers@example.com'],
        expires_in_minutes: 60,
        message: 'These machines look idle. Which of them may be stopped?',
        resources:
          "{% $nodes.`Read the machines`.body[cpu_percent < 5].{'id': id, 'name': name} %}",
        resources_total: '{% $count($nodes.`Read the machines`.body) %}',
        reread: 'Read the machines',
      }),
      node('loop', 'each', 'For each machine', [4, 0], {
        items_to_iterate: '{% $nodes.`Ask the team`.resources %}',
        max_concurrency: 10,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'stop',
        'Stop it',
        [5, 0],
        { method: 'POST', url: 'https://cloud.example.com/v1/machines/{% $loop.item.id %}/stop' },
        patient,
      ),
      node('loop_end', 'stopped', 'All stopped', [6, 0], {}),
      node('end', 'done', 'Stopped', [7, 0], {}),
      node('end', 'kept', 'Left running', [4, 1], {}),
      node('end', 'none', 'None idle', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'any'),
      arrow('any', 'ask', 'yes'),
      arrow('any', 'none', 'no'),
      arrow('ask', 'each', 'approved'),
      arrow('ask', 'kept', 'rejected'),
      arrow('each', 'stop', 'body'),
      ...path('stop', 'stopped', 'done'),
    ],
  },
};

const budget: LibraryBot = {
  _id: 'guard-a-budget',
  name: 'Guard a budget',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE', 'Governance Risk and Compliance'],
  description: `Speaks up at 80 % of a budget, and asks what to do at 100 %. Schedule it daily.

- Reads what was spent and what may be
- From 80 % on the owner is told
- From 100 % on the owner chooses: raise the budget, or stop what is new

**Input:** \`budget\`; without one, the budget \`default\` is looked at`,
  graph: {
    nodes: [
      node('start', 'start', 'Every day', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of your billing data; the owner. Schedule: 0 8 * * *'),
      node(
        'http_request',
        'read',
        'Read the budget',
        [1, 0],
        {
          url: `https://billing.example.com/v1/budgets/{%
  $event.budget ? $event.budget : 'default'
%}`,
        },
        patient,
      ),
      node('condition', 'over', 'Used up?', [2, 0], {
        expression: '{% $nodes.`Read the budget`.body.(spent >= amount) %}',
      }),
      node('user_input', 'decide', 'Decide', [3, 0], {
        message: 'The budget is used up: {% $nodes.`Read the budget`.body.spent %} were spent.',
        authorizers: ['finops@example.com'],
        expires_in_minutes: 2880,
        inputs: [
          {
            id: 'action',
            label: 'What is to happen',
            type: 'select',
            required: true,
            options: ['raise', 'stop'],
          },
          { id: 'amount', label: 'New amount, if it is raised', type: 'number' },
        ],
      }),
      node('condition', 'raise', 'Raise it?', [4, 0], {
        expression: "{% $nodes.Decide.values.action = 'raise' %}",
      }),
      node(
        'http_request',
        'change',
        'Raise the budget',
        [5, 0],
        {
          method: 'PATCH',
          url: 'https://billing.example.com/v1/budgets/{% $nodes.`Read the budget`.body.id %}',
          body: "{% {'amount': $nodes.Decide.values.amount} %}",
        },
        patient,
      ),
      node(
        'http_request',
        'lock',
        'Stop what is new',
        [5, 1],
        {
          method: 'PUT',
          url: 'https://cloud.example.com/v1/policies/no-new-resources',
          body: "{% {'enabled': true} %}",
        },
        patient,
      ),
      node('condition', 'near', 'Above 80 %?', [3, 2], {
        expression: '{% $nodes.`Read the budget`.body.(spent >= 0.8 * amount) %}',
      }),
      node(
        'notification',
        'warn',
        'Warn the owner',
        [4, 2],
        mail(
          'finops@example.com',
          'Budget {% $nodes.`Read the budget`.body.id %} is nearly used up',
          `{% $round(100 * $nodes.\`Read the budget\`.body.(spent / amount)) %} % were spent.`,
        ),
        patient,
      ),
      node('end', 'raised', 'Raised', [6, 0], {}),
      node('end', 'locked', 'Locked', [6, 1], {}),
      node('end', 'warned', 'Warned', [5, 2], {}),
      node('end', 'fine', 'Within budget', [4, 3], {}),
      node('end', 'late', 'Undecided', [4, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'over'),
      arrow('over', 'decide', 'yes'),
      arrow('over', 'near', 'no'),
      ...path('decide', 'raise'),
      arrow('decide', 'late', 'expired'),
      arrow('raise', 'change', 'yes'),
      arrow('raise', 'lock', 'no'),
      ...path('change', 'raised'),
      ...path('lock', 'locked'),
      arrow('near', 'warn', 'yes'),
      arrow('near', 'fine', 'no'),
      ...path('warn', 'warned'),
    ],
  },
};

export const spending: readonly LibraryBot[] = [idleMachines, budget];
