import { act } from './graph.ts';

/** Opens an issue of Jira; `summary` and `text` are expressions. */
export const jiraIssue = (summary: string, text: string, label: string) =>
  act('jira.create_issue', {
    project: 'SEC',
    summary: `{% $substring(${summary}, 0, 255) %}`,
    description: `{% ${text} %}`,
    labels: [label],
  });

/** Opens an incident of PagerDuty; `key` keeps it from being opened twice. */
export const pagerdutyIncident = (key: string, title: string, details: string) =>
  act('pagerduty.trigger_incident', {
    from: 'cloudwarden@example.com',
    service: 'YOUR_SERVICE_ID',
    title: `{% ${title} %}`,
    details: `{% ${details} %}`,
    key: `{% ${key} %}`,
  });

/** Opens an incident of ServiceNow; its texts are expressions. */
export const serviceNowIncident = (short: string, text: string, category = 'security') =>
  act('servicenow.create_incident', {
    short_description: `{% $substring(${short}, 0, 160) %}`,
    description: `{% ${text} %}`,
    category,
  });
