import { arrow, fillIn, mail, node, orElse, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const nightScale: LibraryBot = {
  _id: 'sleep-test-environments-at-night',
  name: 'Send test environments to sleep at night',
  category: 'Sustainability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Saves most of the energy of what is only used by day. Schedule it for the evening.

- Scales each test environment down to nothing, and remembers its size
- Waits eleven hours without using anything
- Scales each up to where it was; one that fails does not hold up the others`,
  graph: {
    nodes: [
      node('start', 'start', 'Every evening', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the orchestrator. Schedule: 0 20 * * 1-4'),
      node(
        'http_request',
        'read',
        'Read environments',
        [1, 0],
        { url: 'https://orchestrator.example.com/v1/environments?stage=test' },
        patient,
      ),
      node('loop', 'evening', 'For each of them', [2, 0], {
        items_to_iterate: '{% $nodes.`Read environments`.body[replicas > 0] %}',
        max_concurrency: 5,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'down',
        'Scale it down',
        [3, 0],
        {
          method: 'PUT',
          url: 'https://orchestrator.example.com/v1/environments/{% $loop.item.id %}/replicas',
          body: "{% {'replicas': 0} %}",
        },
        patient,
      ),
      node('loop_end', 'asleep', 'Asleep', [4, 0], {}),
      node('delay', 'night', 'Through the night', [5, 0], { seconds: 11, unit: 'hours' }),
      node('loop', 'morning', 'For each again', [6, 0], {
        items_to_iterate: '{% $nodes.`Read environments`.body[replicas > 0] %}',
        max_concurrency: 5,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'up',
        'Scale it up',
        [7, 0],
        {
          method: 'PUT',
          url: 'https://orchestrator.example.com/v1/environments/{% $loop.item.id %}/replicas',
          body: "{% {'replicas': $loop.item.replicas} %}",
        },
        { ...patient, retries: 5 },
      ),
      node('loop_end', 'awake', 'Awake', [8, 0], {}),
      node('end', 'morning-end', 'Good morning', [9, 0], {}),
    ],
    edges: [
      ...path('start', 'read', 'evening'),
      arrow('evening', 'down', 'body'),
      ...path('down', 'asleep', 'night', 'morning'),
      arrow('morning', 'up', 'body'),
      ...path('up', 'awake', 'morning-end'),
    ],
  },
};

const greenBatch: LibraryBot = {
  _id: 'run-batch-on-green-energy',
  name: 'Run a batch job when energy is green',
  category: 'Sustainability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `A job that may wait a few hours runs when the grid emits least.

- Reads the forecast of the next hours
- Waits for the best hour, and starts the job then
- Without a forecast the job starts at once

**Input:** \`job\``,
  graph: {
    nodes: [
      node('start', 'start', 'Batch job', [0, 0], {}),
      fillIn('Addresses of forecast and job scheduler, with their credentials; your region.'),
      node(
        'http_request',
        'forecast',
        'Read the forecast',
        [1, 0],
        { url: 'https://carbon.example.com/v1/forecast?region=eu&hours=12' },
        { ...orElse, cache_minutes: 30 },
      ),
      node('delay', 'wait', 'Wait for green', [2, 0], {
        mode: 'until',
        until: `{% $sort($nodes.\`Read the forecast\`.body, function($a, $b) {
  $a.grams_per_kwh > $b.grams_per_kwh
})[0].at %}`,
      }),
      node(
        'http_request',
        'run',
        'Start the job',
        [3, 0],
        {
          method: 'POST',
          url: 'https://jobs.example.com/v1/jobs/{% $event.job %}/runs',
        },
        patient,
      ),
      node('end', 'green', 'Started green', [4, 0], {}),
      node(
        'http_request',
        'run-now',
        'Start it anyway',
        [2, 1],
        {
          method: 'POST',
          url: 'https://jobs.example.com/v1/jobs/{% $event.job %}/runs',
        },
        patient,
      ),
      node('end', 'now', 'Started at once', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'forecast', 'wait', 'run', 'green'),
      arrow('forecast', 'run-now', 'error'),
      ...path('run-now', 'now'),
    ],
  },
};

const oldSnapshots: LibraryBot = {
  _id: 'expire-old-snapshots',
  name: 'Expire snapshots that nobody needs',
  category: 'Sustainability',
  tag_name: ['IT and CCoE', 'Governance Risk and Compliance'],
  description: `Stored bytes use energy for as long as they are kept. Schedule it monthly.

- Finds snapshots older than a year, except those on legal hold
- Deletes ten at a time after an approval
- Reports how many gigabytes are no longer kept`,
  graph: {
    nodes: [
      node('start', 'start', 'Every month', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the cloud; who approves. Schedule: 0 9 2 * *'),
      node(
        'http_request',
        'read',
        'Read snapshots',
        [1, 0],
        {
          url: 'https://cloud.example.com/v1/snapshots?hold=none',
          paging: 'link_header',
          max_pages: 50,
        },
        patient,
      ),
      node('condition', 'any', 'Any expired?', [2, 0], {
        expression: `{% $count($nodes.\`Read snapshots\`.body[
  $toMillis(created_at) < $millis() - 365 * 86400000
]) > 0 %}`,
      }),
      node('approval', 'ask', 'Ask the owners', [3, 0], {
        approvers: ['cloud@example.com'],
        expires_in_minutes: 4320,
        message: 'These snapshots are older than a year. Delete them?',
        resources: `{% $nodes.\`Read snapshots\`.body[
  $toMillis(created_at) < $millis() - 365 * 86400000
].{'id': id, 'name': id, 'size_gb': size_gb} %}`,
      }),
      node('loop', 'each', 'For each of them', [4, 0], {
        items_to_iterate: '{% $nodes.`Ask the owners`.resources %}',
        max_concurrency: 10,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'delete',
        'Delete it',
        [5, 0],
        { method: 'DELETE', url: 'https://cloud.example.com/v1/snapshots/{% $loop.item.id %}' },
        patient,
      ),
      node('loop_end', 'deleted', 'Deleted', [6, 0], {}),
      node(
        'notification',
        'report',
        'Report',
        [7, 0],
        mail(
          'cloud@example.com',
          'Old snapshots deleted: {% $nodes.Deleted.succeeded %}',
          'They held {% $sum($nodes.`Ask the owners`.resources.size_gb) %} GB.',
        ),
      ),
      node('end', 'done', 'Fewer bytes', [8, 0], {}),
      node('end', 'kept', 'Kept', [4, 1], {}),
      node('end', 'none', 'None expired', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'any'),
      arrow('any', 'ask', 'yes'),
      arrow('any', 'none', 'no'),
      arrow('ask', 'each', 'approved'),
      arrow('ask', 'kept', 'rejected'),
      arrow('each', 'delete', 'body'),
      ...path('delete', 'deleted', 'report', 'done'),
    ],
  },
};

export const sustainability: readonly LibraryBot[] = [nightScale, greenBatch, oldSnapshots];
