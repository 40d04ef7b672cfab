import { azureList, subscription } from '../azure.ts';
import {
  isRecent,
  jiraIssue,
  recentIncidents,
  serviceNowIncident,
  unresolvedIssues,
} from '../tickets.ts';
import {
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
import { onCallError, onCallGraph } from '../on-call-graph.ts';
import { ticketGraph } from '../shapes.ts';

const certificates: LibraryBot = {
  _id: 'check-certificate-expiry',
  name: 'Check when certificates expire',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Nobody remembers a certificate until it has expired. Schedule it weekly.

- Reads the certificates that you uploaded to a Cloudflare zone
- Opens a Jira issue for each that expires in less than 30 days, unless one is open
- The team gets one message with the numbers

**Needs:** Cloudflare, with SSL and Certificates: Read; Jira, with the right to create issues`,
  graph: ticketGraph({
    start: 'Every Monday',
    fill: 'Cloudflare with YOUR_ZONE_ID; Jira and Slack; your project. Schedule: 0 7 * * 1',
    readStep: [
      'Read certificates',
      api('cloudflare', 'GET /zones/YOUR_ZONE_ID/custom_certificates?per_page=50', {
        paging: 'page_number',
        items_path: '/result',
      }),
    ],
    of: `$nodes.\`Read certificates\`.body[
  $toMillis(expires_on) < $millis() + 30 * 86400000
].{'id': id, 'name': 'Certificate expires: ' & $join(hosts, ', '), 'ends': expires_on}`,
    ticket: [
      'Open an issue',
      jiraIssue(
        '$loop.item.name',
        "'It expires on ' & $loop.item.ends & '. Upload a new one to Cloudflare before.'",
        'certificate',
      ),
    ],
    tickets: unresolvedIssues('certificate'),
    subject: 'Certificates that expire',
  }),
};

/** A health check of the user's service, relative to the URL of a REST API integration. */
const health = api('rest_api', 'GET /health', { timeout_seconds: 10 });
const quickRetries = { ...branchOnError, retries: 2, retry_seconds: 5 };

const page = onCallGraph({
  key: "'unhealthy-' & $event.app",
  title: "$event.app & ' is not healthy, and a restart did not help'",
  details: '$nodes.`Ask once more`.error',
  at: [5, 2],
  fallbackNode: 'write',
});

const restart: LibraryBot = {
  _id: 'restart-unhealthy-service',
  name: 'Restart a service that is not healthy',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Restarts an unhealthy service, and wakes people only if that does not help.

- Checks the health of the service, three times
- Restarts its App Service in Azure, waits two minutes, and checks again
- If it is still not healthy, PagerDuty opens an incident, unless one is open
- If nobody can be paged, an e-mail is sent

**Input:** \`resource_group\`, \`app\` (names of the App Service)

**Needs:** a REST API integration for the address of the service; Azure, with the role Website
Contributor; PagerDuty, with a key with write access`,
  graph: {
    nodes: [
      node('start', 'start', 'Service', [0, 0], {}),
      fillInNote(`REST API; Azure, with YOUR_SUBSCRIPTION_ID; PagerDuty, with YOUR_SERVICE_ID; who
is on call.`),
      node('http_request', 'ask', 'Ask its health', [1, 0], health, quickRetries),
      node('end', 'healthy', 'Healthy', [2, 0], {}),
      node(
        'http_request',
        'restart',
        'Restart it',
        [2, 1],
        api(
          'azure',
          `POST ${subscription}/resourceGroups/{%
  $encodeUrlComponent($event.resource_group)
%}/providers/Microsoft.Web/sites/{%
  $encodeUrlComponent($event.app)
%}/restart?api-version=2023-12-01`,
        ),
        retrySettings,
      ),
      node('delay', 'wait', 'Give it time', [3, 1], { seconds: 2, unit: 'minutes' }),
      node('http_request', 'again', 'Ask once more', [4, 1], health, quickRetries),
      node('end', 'recovered', 'Recovered', [5, 1], {}),
      ...page.nodes,
      node(
        'notification',
        'write',
        'Mail who is on call',
        [8, 3],
        mail(
          'oncall@example.com',
          '{% $event.app %} is not healthy, and a restart did not help',
          `Nobody was paged. {% ${onCallError} %}`,
        ),
      ),
      node('end', 'written', 'Mailed', [9, 3], {}),
    ],
    edges: [
      ...edgesAlong('start', 'ask', 'healthy'),
      edge('ask', 'restart', 'error'),
      ...edgesAlong('restart', 'wait', 'again', 'recovered'),
      edge('again', 'page', 'error'),
      ...page.edges,
      ...edgesAlong('write', 'written'),
    ],
  },
};

/** The prefix of the titles of such incidents. */
const backupFailed = 'Backup failed';
const vault = 'Microsoft.RecoveryServices/vaults/YOUR_VAULT/backupJobs';

const backups: LibraryBot = {
  _id: 'verify-backups-of-the-night',
  name: 'Verify the backups of the night',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Application Operations', 'Governance Risk and Compliance'],
  description: `Finds failed backups before somebody needs them. Schedule it daily.

- Reads the Azure Backup jobs that failed in the last week
- Opens an incident in ServiceNow for each that has none, with the reason
- The team gets one message with the numbers

**Needs:** Azure, with the role Backup Reader; ServiceNow, with the role itil`,
  graph: ticketGraph({
    start: 'Every morning',
    fill: `Azure, with YOUR_SUBSCRIPTION_ID, YOUR_GROUP and YOUR_VAULT; ServiceNow and Slack.
Schedule: 0 7 * * *`,
    readStep: [
      'Read failed jobs',
      azureList(vault, '2023-04-01', {
        group: '/resourceGroups/YOUR_GROUP',
        query: "&$filter=operation eq 'Backup' and status eq 'Failed'",
      }),
    ],
    of: `$nodes.\`Read failed jobs\`.body[
  ${isRecent('properties.startTime')}
].{
  'id': name,
  'name': '${backupFailed}: '
    & $substring(properties.entityFriendlyName, 0, 90) & ' (' & name & ')',
  'why': $join(properties.errorDetails.errorString, ' ')
}`,
    ticket: [
      'Open an incident',
      serviceNowIncident(
        '$loop.item.name',
        "$loop.item.why & ' Job: ' & $loop.item.id",
        'software',
      ),
    ],
    tickets: recentIncidents(backupFailed),
    subject: 'Backups that failed',
  }),
};

export const reliability: readonly LibraryBot[] = [certificates, restart, backups];
