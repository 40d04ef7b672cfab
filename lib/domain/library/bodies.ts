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

/** Reads the open issues of Jira with a label. */
export const openIssues = (label: string) =>
  api(
    'jira',
    `GET /rest/api/3/search/jql?jql=labels = "${label}" AND statusCategory != Done` +
      '&fields=summary&maxResults=100',
    {
      paging: 'cursor',
      items_path: '/issues',
      next_path: '/nextPageToken',
      page_parameter: 'nextPageToken',
    },
  );

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

/** Opens an incident of ServiceNow; its texts are expressions. */
export const serviceNowIncident = (short: string, text: string, category = 'security') =>
  act('servicenow.create_incident', {
    short_description: `{% $substring(${short}, 0, 160) %}`,
    description: `{% ${text} %}`,
    category,
  });
