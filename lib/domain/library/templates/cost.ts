import { azureList, azureScope, subscription } from '../azure.ts';
import {
  act,
  api,
  chat,
  edge,
  edgesAlong,
  fillInNote,
  mail,
  node,
  retrySettings,
} from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const anomalyScript = `from statistics import mean, pstdev


def main(inputs):
    """Services that cost more on the last day than their days before let expect."""
    names = [column["name"] for column in inputs["columns"]]
    cost, date, service = (names.index(one) for one in ("Cost", "UsageDate", "ServiceName"))
    if not inputs["rows"]:
        return []
    # Of a service that cost nothing since, it was said before.
    latest = max(row[date] for row in inputs["rows"])
    days, seen = {}, {}
    for row in sorted(inputs["rows"], key=lambda row: row[date]):
        days.setdefault(row[service], []).append(row[cost])
        seen[row[service]] = row[date]
    unusual = []
    for name, costs in days.items():
        *before, today = costs
        if len(before) < 3 or seen[name] != latest:
            continue
        usual = mean(before)
        if today > usual + max(3 * pstdev(before), 0.2 * usual, 10):
            more = round(100 * (today / usual - 1)) if usual else 100
            unusual.append({"service": name, "today": today, "more_percent": more})
    return sorted(unusual, key=lambda one: -one["more_percent"])
`;

/** An expression: the date a number of days before the run began, with this time. */
const daysAgo = (days: number, time: string): string =>
  `$fromMillis($toMillis($run.started_at) - ${days} * 86400000, '[Y0001]-[M01]-[D01]${time}')`;

const anomaly: LibraryBot = {
  _id: 'notice-cost-anomalies',
  name: 'Notice unusual costs of Azure',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE', 'Governance Risk and Compliance'],
  description: `Tells you today what the bill would tell you next month. Schedule it daily.

- Reads what each service of a subscription cost on each of the last 30 full days
- A short Python program finds unusual costs: three deviations, 20 % and 10 units more
- Sends an e-mail only if there are any

**Needs:** Azure, with the role Cost Management Reader`,
  graph: {
    nodes: [
      node('start', 'start', 'Every day', [0, 0], { trigger_type: 'scheduled' }),
      fillInNote('Azure, with YOUR_SUBSCRIPTION_ID; the recipients. Schedule: 0 10 * * *'),
      node(
        'http_request',
        'read',
        'Read the costs',
        [1, 0],
        api(
          'azure',
          `POST ${subscription}/providers/Microsoft.CostManagement/query?api-version=2023-11-01`,
          {
            body: `{% {
  'type': 'ActualCost',
  'timeframe': 'Custom',
  'timePeriod': {
    'from': ${daysAgo(30, 'T00:00:00Z')},
    'to': ${daysAgo(1, 'T23:59:59Z')}
  },
  'dataset': {
    'granularity': 'Daily',
    'aggregation': {'totalCost': {'name': 'Cost', 'function': 'Sum'}},
    'grouping': [{'type': 'Dimension', 'name': 'ServiceName'}]
  }
} %}`,
          },
        ),
        retrySettings,
      ),
      node('python_code', 'judge', 'Find the unusual', [2, 0], {
        code: anomalyScript,
        // With a truncated response, an incomplete day would look like the last one.
        inputs: `{% (
  $read := $nodes.\`Read the costs\`.body.properties;
  $assert($not($boolean($read.nextLink)), 'The costs do not fit into one response of Azure. '
    & 'Read fewer days, or a resource group instead of the subscription.');
  $read
) %}`,
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
  service & ': ' & today & ' on the last day, ' & more_percent & ' % more than usual'
), '\\n') %}`,
        ),
      ),
      node('end', 'told', 'Owners told', [5, 0], {}),
      node('end', 'usual', 'As usual', [4, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'judge', 'any'),
      edge('any', 'tell', 'yes'),
      edge('any', 'usual', 'no'),
      ...edgesAlong('tell', 'told'),
    ],
  },
};

const unused = "$nodes.`Read the disks`.body[properties.diskState = 'Unattached']";
const snapshot =
  "{% $substringBefore($loop.item.id, '/disks/') & '/snapshots/' & $loop.item.name %}-last" +
  '?api-version=2023-04-02';

const volumes: LibraryBot = {
  _id: 'delete-unattached-volumes',
  name: 'Delete disks that nothing uses',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE'],
  description: `Disks often outlive their machines, and still cost money. Schedule it monthly.

- Finds managed disks of Azure that are not attached to anything
- An approver decides about each; disks that were attached meanwhile are left alone
- Creates a snapshot of each before it is deleted; without a complete snapshot the disk stays

**Needs:** Azure, with the roles Disk Snapshot Contributor and Virtual Machine Contributor`,
  graph: {
    nodes: [
      node('start', 'start', 'Every month', [0, 0], { trigger_type: 'scheduled' }),
      fillInNote('Azure, with YOUR_SUBSCRIPTION_ID; Slack; the approvers. Schedule: 0 9 1 * *'),
      node(
        'http_request',
        'read',
        'Read the disks',
        [1, 0],
        azureList('Microsoft.Compute/disks', '2023-04-02'),
        retrySettings,
      ),
      node('condition', 'any', 'Any unused?', [2, 0], {
        expression: `{% $count(${unused}) > 0 %}`,
      }),
      node('approval', 'ask', 'Ask the cloud team', [3, 0], {
        approvers: ['cloud@example.com'],
        expires_in_minutes: 4320,
        message: 'Nothing uses these disks. Which of them should be deleted after a snapshot?',
        resources: `{% [${unused}.{
  'id': id, 'name': name, 'region': location, 'size_gb': properties.diskSizeGB
}] %}`,
        resources_total: '{% $count($nodes.`Read the disks`.body) %}',
        reread: 'Read the disks',
      }),
      node('loop', 'each', 'For each disk', [4, 0], {
        items_to_iterate: '{% $nodes.`Ask the cloud team`.resources %}',
        max_concurrency: 3,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'snapshot',
        'Keep a snapshot',
        [5, 0],
        api('azure', `PUT ${snapshot}`, {
          body: `{% {
  'location': $loop.item.region,
  'properties': {
    'incremental': true,
    'creationData': {'createOption': 'Copy', 'sourceResourceId': $loop.item.id}
  }
} %}`,
        }),
        retrySettings,
      ),
      node('delay', 'wait', 'Wait for it', [6, 0], { seconds: 10, unit: 'minutes' }),
      node(
        'http_request',
        'look',
        'Look at it',
        [7, 0],
        api('azure', `GET ${snapshot}`),
        retrySettings,
      ),
      node('condition', 'complete', 'Complete?', [8, 0], {
        expression: "{% $nodes.`Look at it`.body.properties.provisioningState = 'Succeeded' %}",
      }),
      node(
        'rest_api_action',
        'delete',
        'Delete the disk',
        [9, 0],
        act('azure.delete_disk', { ...azureScope, disk: '{% $loop.item.name %}' }),
        retrySettings,
      ),
      node('loop_end', 'gone', 'All done', [10, 0], {}),
      node(
        'notification',
        'tell',
        'Report',
        [11, 0],
        chat(
          'Disks that nothing uses',
          `Deleted: {% $count($nodes.\`All done\`.results.status) %}.
Kept because their snapshot is not complete: {%
  $nodes.\`All done\`.succeeded - $count($nodes.\`All done\`.results.status)
%}.
Failed: {% $nodes.\`All done\`.failed %}.`,
        ),
      ),
      node('end', 'done', 'Looked after', [12, 0], {}),
      node('end', 'kept', 'All kept', [4, 1], {}),
      node('end', 'none', 'None unused', [3, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'any'),
      edge('any', 'ask', 'yes'),
      edge('any', 'none', 'no'),
      edge('ask', 'each', 'approved'),
      edge('ask', 'kept', 'rejected'),
      edge('each', 'snapshot', 'body'),
      ...edgesAlong('snapshot', 'wait', 'look', 'complete'),
      edge('complete', 'delete', 'yes'),
      edge('complete', 'gone', 'no'),
      ...edgesAlong('delete', 'gone', 'tell', 'done'),
    ],
  },
};

export const cost: readonly LibraryBot[] = [anomaly, volumes];
