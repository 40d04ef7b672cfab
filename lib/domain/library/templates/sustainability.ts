import { azureList, azureScope } from '../azure.ts';
import {
  act,
  api,
  branchOnError,
  chat,
  edge,
  edgesAlong,
  fillInNote,
  node,
  retrySettings,
} from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { outcomeText, reviewGraph } from '../shapes.ts';

const clusters =
  "$nodes.`Read the clusters`.body[tags.stage = 'test' and " +
  "properties.powerState.code = 'Running']";

const nightScale: LibraryBot = {
  _id: 'sleep-test-environments-at-night',
  name: 'Send test clusters to sleep at night',
  category: 'Sustainability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Saves energy by stopping test clusters at night. Schedule it for the evening.

- Stops each running AKS cluster that is tagged \`stage: test\`
- Waits eleven hours without using any resources
- Starts those that it stopped; one that fails does not delay the others

**Needs:** Azure, with the role Azure Kubernetes Service Contributor on the clusters`,
  graph: {
    nodes: [
      node('start', 'start', 'Every evening', [0, 0], { trigger_type: 'scheduled' }),
      fillInNote('Azure, with YOUR_SUBSCRIPTION_ID. Schedule: 0 20 * * 1-4'),
      node(
        'http_request',
        'read',
        'Read the clusters',
        [1, 0],
        azureList('Microsoft.ContainerService/managedClusters', '2024-05-01'),
        retrySettings,
      ),
      node('loop', 'evening', 'For each of them', [2, 0], {
        items_to_iterate: `{% [${clusters}] %}`,
        max_concurrency: 5,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'down',
        'Stop it',
        [3, 0],
        api('azure', 'POST {% $loop.item.id %}/stop?api-version=2024-05-01'),
        retrySettings,
      ),
      node('loop_end', 'asleep', 'Asleep', [4, 0], {}),
      node('delay', 'night', 'Through the night', [5, 0], { seconds: 11, unit: 'hours' }),
      node('loop', 'morning', 'For each again', [6, 0], {
        items_to_iterate: `{% [${clusters}] %}`,
        max_concurrency: 5,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'up',
        'Start it',
        [7, 0],
        api('azure', 'POST {% $loop.item.id %}/start?api-version=2024-05-01'),
        { ...retrySettings, retries: 5 },
      ),
      node('loop_end', 'awake', 'Awake', [8, 0], {}),
      node('end', 'morning-end', 'Good morning', [9, 0], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'evening'),
      edge('evening', 'down', 'body'),
      ...edgesAlong('down', 'asleep', 'night', 'morning'),
      edge('morning', 'up', 'body'),
      ...edgesAlong('up', 'awake', 'morning-end'),
    ],
  },
};

const dispatch = api(
  'github',
  `POST /repos/your-org/your-repository/actions/workflows/{%
  $encodeUrlComponent($event.job)
%}/dispatches`,
  { body: "{% {'ref': 'main'} %}" },
);

const greenBatch: LibraryBot = {
  _id: 'run-batch-on-green-energy',
  name: 'Run a batch job when energy is green',
  category: 'Sustainability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Runs a job that can wait a few hours when the grid emits the least carbon.

- Reads the forecast of Electricity Maps for the next hours
- Waits for the best hour, and then starts the GitHub workflow
- Without a forecast, the job starts at once

**Input:** \`job\`, the file name of a workflow such as \`report.yml\`

**Needs:** a REST API integration for api.electricitymaps.com with the header auth-token;
GitHub, with write access to Actions of the repository`,
  graph: {
    nodes: [
      node('start', 'start', 'Batch job', [0, 0], {}),
      fillInNote('REST API and GitHub; your zone instead of DE; your-org/your-repository.'),
      node(
        'http_request',
        'forecast',
        'Read the forecast',
        [1, 0],
        api('rest_api', 'GET /v3/carbon-intensity/forecast?zone=DE'),
        { ...branchOnError, cache_minutes: 30 },
      ),
      node('condition', 'known', 'Any hour known?', [2, 0], {
        expression: '{% $exists($nodes.`Read the forecast`.body.forecast.datetime) %}',
      }),
      node('delay', 'wait', 'Wait for green', [3, 0], {
        mode: 'until',
        until: `{% $sort($nodes.\`Read the forecast\`.body.forecast, function($a, $b) {
  $a.carbonIntensity > $b.carbonIntensity
})[0].datetime %}`,
      }),
      node('http_request', 'run', 'Start the job', [4, 0], dispatch, retrySettings),
      node('end', 'green', 'Started green', [5, 0], {}),
      node('http_request', 'run-now', 'Start it anyway', [3, 1], dispatch, retrySettings),
      node('end', 'now', 'Started at once', [4, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'forecast', 'known'),
      edge('forecast', 'run-now', 'error'),
      edge('known', 'wait', 'yes'),
      edge('known', 'run-now', 'no'),
      ...edgesAlong('wait', 'run', 'green'),
      ...edgesAlong('run-now', 'now'),
    ],
  },
};

const expired = `$nodes.\`Read snapshots\`.body[
  $toMillis(properties.timeCreated) < $millis() - 365 * 86400000 and $not($exists(tags.hold))
].{'id': id, 'name': name, 'size_gb': properties.diskSizeGB}`;

const oldSnapshots: LibraryBot = {
  _id: 'expire-old-snapshots',
  name: 'Expire snapshots that nobody needs',
  category: 'Sustainability',
  tag_name: ['IT and CCoE', 'Governance Risk and Compliance'],
  description: `Stored bytes use energy for as long as they are kept. Schedule it monthly.

- Finds Azure snapshots that are older than a year, except those with a tag \`hold\`
- Deletes three at a time after an approval
- Reports how many gigabytes were approved for deletion

**Needs:** Azure, with the role Disk Snapshot Contributor`,
  graph: reviewGraph({
    start: 'Every month',
    fill: 'Azure, with YOUR_SUBSCRIPTION_ID; Slack; the approvers. Schedule: 0 9 2 * *',
    readStep: ['Read snapshots', azureList('Microsoft.Compute/snapshots', '2023-04-02')],
    of: expired,
    approvers: 'cloud@example.com',
    minutes: 4320,
    question: 'These snapshots are older than a year. Which should be deleted?',
    action: [
      'Delete it',
      act('azure.delete_snapshot', { ...azureScope, snapshot: '{% $loop.item.name %}' }),
    ],
    report: chat(
      'Old snapshots deleted',
      `${outcomeText}
Approved for deletion: {% $sum($nodes.\`Review them\`.resources.size_gb) %} GB.`,
    ),
  }),
};

export const sustainability: readonly LibraryBot[] = [nightScale, greenBatch, oldSnapshots];
