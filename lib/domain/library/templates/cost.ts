import { arrow, fillIn, mail, node, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const judge = `from statistics import mean, pstdev


def main(inputs):
    """Services that cost more today than their days before let expect."""
    unusual = []
    for service in inputs["services"]:
        *before, today = service["days"]
        usual = mean(before)
        if today > usual + max(3 * pstdev(before), 0.2 * usual, 10):
            more = round(100 * (today / usual - 1)) if usual else 100
            unusual.append({"service": service["name"], "today": today, "more_percent": more})
    return sorted(unusual, key=lambda one: -one["more_percent"])
`;

const anomaly: LibraryBot = {
  _id: 'notice-cost-anomalies',
  name: 'Notice unusual costs',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE', 'Governance Risk and Compliance'],
  description: `Tells you today what the bill would tell you next month. Schedule it daily.

- Reads what each service cost in the last days
- A short Python program finds what lies outside of the usual: three deviations, 20 % and 10 units
- Only then somebody gets a mail`,
  graph: {
    nodes: [
      node('start', 'start', 'Every day', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of your billing data; who is told. Schedule: 0 10 * * *'),
      node(
        'http_request',
        'read',
        'Read the costs',
        [1, 0],
        { url: 'https://billing.example.com/v1/costs?group=service&days=14' },
        patient,
      ),
      node('python_code', 'judge', 'Find the unusual', [2, 0], {
        code: judge,
        inputs: "{% {'services': [$nodes.`Read the costs`.body]} %}",
      }),
      node('condition', 'any', 'Any?', [3, 0], {
        expression: '{% $count($nodes.`Find the unusual`.result) > 0 %}',
      }),
      node(
        'notification',
        'tell',
        'Tell the owners',
        [4, 0],
        mail(
          'finops@example.com',
          'Unusual costs: {% $nodes.`Find the unusual`.result[0].service %}',
          `{% $join($nodes.\`Find the unusual\`.result.(
  service & ': ' & today & ' today, ' & more_percent & ' % more than usual'
), '\\n') %}`,
        ),
        patient,
      ),
      node('end', 'told', 'Owners told', [5, 0], {}),
      node('end', 'usual', 'As usual', [4, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'judge', 'any'),
      arrow('any', 'tell', 'yes'),
      arrow('any', 'usual', 'no'),
      ...path('tell', 'told'),
    ],
  },
};

const volumes: LibraryBot = {
  _id: 'delete-unattached-volumes',
  name: 'Delete volumes that nothing uses',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE'],
  description: `Disks outlive their machines, and go on costing. Schedule it monthly.

- Finds volumes that are attached to nothing
- Somebody decides about each; what was attached meanwhile is left alone
- Each is kept as a snapshot before it goes, and stays if that fails`,
  graph: {
    nodes: [
      node('start', 'start', 'Every month', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the cloud; who decides. Schedule: 0 9 15 * *'),
      node(
        'http_request',
        'read',
        'Read the volumes',
        [1, 0],
        { url: 'https://cloud.example.com/v1/volumes?state=available' },
        patient,
      ),
      node('condition', 'any', 'Any?', [2, 0], {
        expression: '{% $count($nodes.`Read the volumes`.body) > 0 %}',
      }),
      node('approval', 'ask', 'Decide on each', [3, 0], {
        approvers: ['cloud@example.com'],
        expires_in_minutes: 10_080,
        message: 'Nothing uses these volumes. Which of them may go? A snapshot of each stays.',
        resources: `{% $nodes.\`Read the volumes\`.body.{
  'id': id, 'name': name, 'size_gb': size_gb
} %}`,
        reread: 'Read the volumes',
      }),
      node('loop', 'each', 'For each volume', [4, 0], {
        items_to_iterate: '{% $nodes.`Decide on each`.resources %}',
        max_concurrency: 4,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'snapshot',
        'Keep a snapshot',
        [5, 0],
        {
          method: 'POST',
          url: 'https://cloud.example.com/v1/volumes/{% $loop.item.id %}/snapshots',
        },
        patient,
      ),
      node(
        'http_request',
        'delete',
        'Delete the volume',
        [6, 0],
        { method: 'DELETE', url: 'https://cloud.example.com/v1/volumes/{% $loop.item.id %}' },
        patient,
      ),
      node('loop_end', 'gone', 'Volumes gone', [7, 0], {}),
      node(
        'notification',
        'tell',
        'Report',
        [8, 0],
        mail(
          'finops@example.com',
          'Unused volumes deleted: {% $nodes.`Volumes gone`.succeeded %}',
          `Gigabytes freed, at most: {% $sum($nodes.\`Decide on each\`.resources.size_gb) %}.
Not deleted: {% $nodes.\`Volumes gone\`.failed %}.`,
        ),
      ),
      node('end', 'done', 'Tidied up', [9, 0], {}),
      node('end', 'kept', 'All kept', [4, 1], {}),
      node('end', 'none', 'None unused', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'any'),
      arrow('any', 'ask', 'yes'),
      arrow('any', 'none', 'no'),
      arrow('ask', 'each', 'approved'),
      arrow('ask', 'kept', 'rejected'),
      arrow('each', 'snapshot', 'body'),
      ...path('snapshot', 'delete', 'gone', 'tell', 'done'),
    ],
  },
};

export const cost: readonly LibraryBot[] = [anomaly, volumes];
