import { act, api } from './graph.ts';

/** Shortens a summary (an expression) as Jira does. */
export const shortenSummary = (summary: string): string => `$substring(${summary}, 0, 255)`;

/** Opens a Jira issue; `summary` and `text` are expressions. */
export const jiraIssue = (summary: string, text: string, label: string) =>
  act('jira.create_issue', {
    project: 'SEC',
    summary: `{% ${shortenSummary(summary)} %}`,
    description: `{% ${text} %}`,
    labels: [label],
  });

const issuesWith = (label: string, and: string) =>
  api(
    'jira',
    `GET /rest/api/3/search/jql?jql=labels = "${label}" AND ${and}&fields=summary&maxResults=100`,
    {
      paging: 'cursor',
      items_path: '/issues',
      next_path: '/nextPageToken',
      page_parameter: 'nextPageToken',
    },
  );

/** Reads the open Jira issues with a label. */
export const openIssuesRequest = (label: string) => issuesWith(label, 'statusCategory != Done');

/** The existing tickets: nothing whose title one of them has gets a second ticket. */
export type Tickets = {
  request: ReturnType<typeof api>;
  /** The path to their titles in the response. */
  titles: string;
  /** Shortens a title (an expression) as the ticket system does. */
  shorten: (title: string) => string;
};

const issuesOf = (request: Tickets['request']): Tickets => ({
  request,
  titles: 'body.fields.summary',
  shorten: shortenSummary,
});

/** Open tickets only: a problem that persists after its ticket was closed gets a new one. */
export const unresolvedIssues = (label: string): Tickets => issuesOf(openIssuesRequest(label));

/**
 * How many days back new events are looked for. This makes up for runs that fail or are late, and
 * for days with more events than one run may open tickets for.
 */
const recentDays = 7;

/** An expression: the start of those days, in milliseconds. */
export const recentStart = `$toMillis($run.started_at) - ${recentDays} * 86400000`;

/** An expression: whether a time (an expression) is within those days. */
export const isRecent = (time: string): string => `$toMillis(${time}) > ${recentStart}`;

/** Recent issues, open or closed, since closed ones were dealt with; none precedes its event. */
export const recentIssues = (label: string): Tickets =>
  issuesOf(issuesWith(label, `created >= -${recentDays + 1}d`));

/** Opens a PagerDuty incident; PagerDuty rejects it if one with this key is open. */
export const pagerdutyIncident = (key: string, title: string, details: string) =>
  act('pagerduty.trigger_incident', {
    from: 'cloudwarden@example.com',
    service: 'YOUR_SERVICE_ID',
    title: `{% ${title} %}`,
    details: `{% ${details} %}`,
    key: `{% ${key} %}`,
  });

/** Reads the open PagerDuty incidents with a key (an expression). */
export const openIncidentsRequest = (key: string) =>
  api(
    'pagerduty',
    `GET /incidents?statuses[]=triggered&statuses[]=acknowledged&incident_key={%
  $encodeUrlComponent(${key})
%}`,
  );

const shortenTitle = (title: string): string => `$substring(${title}, 0, 160)`;

/** The same for ServiceNow incidents whose title begins with a text. */
export const recentIncidents = (begins: string): Tickets => ({
  request: api(
    'servicenow',
    `GET /api/now/table/incident?sysparm_query=short_descriptionSTARTSWITH${begins}` +
      `^sys_created_on>=javascript:gs.daysAgoStart(${recentDays + 1})` +
      '&sysparm_fields=short_description&sysparm_limit=1000',
  ),
  titles: 'body.result.short_description',
  shorten: shortenTitle,
});

/** Opens a ServiceNow incident; its texts are expressions. */
export const serviceNowIncident = (short: string, text: string, category = 'security') =>
  act('servicenow.create_incident', {
    short_description: `{% ${shortenTitle(short)} %}`,
    description: `{% ${text} %}`,
    category,
  });
