import { act, api } from './graph.ts';

/** What Jira keeps of a summary, which is an expression. */
export const keptSummary = (summary: string): string => `$substring(${summary}, 0, 255)`;

/** Opens an issue of Jira; `summary` and `text` are expressions. */
export const jiraIssue = (summary: string, text: string, label: string) =>
  act('jira.create_issue', {
    project: 'SEC',
    summary: `{% ${keptSummary(summary)} %}`,
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

/** Reads the open issues of Jira with a label. */
export const openIssues = (label: string) => issuesWith(label, 'statusCategory != Done');

/** Which tickets there are: what has the title of one gets no second one. */
export type Tickets = {
  read: ReturnType<typeof api>;
  /** Their titles, in what was read. */
  titles: string;
  /** What is kept of a title, which is an expression. */
  kept: (title: string) => string;
};

const issuesOf = (read: Tickets['read']): Tickets => ({
  read,
  titles: 'body.fields.summary',
  kept: keptSummary,
});

/** Those that are open: what is still so after one was closed gets another. */
export const openTickets = (label: string): Tickets => issuesOf(openIssues(label));

/**
 * Days for which something new is looked for. A run that fails, or is late, loses nothing by that;
 * nor does a day with more than one run may open.
 */
const recent = 7;

/** The beginning of those days, in milliseconds. */
export const sinceRecent = `$toMillis($run.started_at) - ${recent} * 86400000`;

/** Whether a time, an expression, lies in those days. */
export const isRecent = (time: string): string => `$toMillis(${time}) > ${sinceRecent}`;

/** Those of what is new, open or closed: it was seen to. They are younger than what they tell. */
export const recentIssues = (label: string): Tickets =>
  issuesOf(issuesWith(label, `created >= -${recent + 1}d`));

/** Opens an incident of PagerDuty; where one with this key is open, it is refused. */
export const pagerdutyIncident = (key: string, title: string, details: string) =>
  act('pagerduty.trigger_incident', {
    from: 'cloudwarden@example.com',
    service: 'YOUR_SERVICE_ID',
    title: `{% ${title} %}`,
    details: `{% ${details} %}`,
    key: `{% ${key} %}`,
  });

/** Reads the open incidents of PagerDuty with a key, which is an expression. */
export const openIncidents = (key: string) =>
  api(
    'pagerduty',
    `GET /incidents?statuses[]=triggered&statuses[]=acknowledged&incident_key={%
  $encodeUrlComponent(${key})
%}`,
  );

const keptShort = (title: string): string => `$substring(${title}, 0, 160)`;

/** Those of ServiceNow whose title begins so, likewise. */
export const recentIncidents = (begins: string): Tickets => ({
  read: api(
    'servicenow',
    `GET /api/now/table/incident?sysparm_query=short_descriptionSTARTSWITH${begins}` +
      `^sys_created_on>=javascript:gs.daysAgoStart(${recent + 1})` +
      '&sysparm_fields=short_description&sysparm_limit=1000',
  ),
  titles: 'body.result.short_description',
  kept: keptShort,
});

/** Opens an incident of ServiceNow; its texts are expressions. */
export const serviceNowIncident = (short: string, text: string, category = 'security') =>
  act('servicenow.create_incident', {
    short_description: `{% ${keptShort(short)} %}`,
    description: `{% ${text} %}`,
    category,
  });
