/** A paragraph in the document format of Atlassian; `text` is an expression. */
const paragraph = (text: string): string => `{
    'type': 'doc',
    'version': 1,
    'content': [{
      'type': 'paragraph',
      'content': [{'type': 'text', 'text': ${text}}]
    }]
  }`;

/** An issue of Jira; `summary` and `text` are expressions. */
export const jiraIssue = (summary: string, text: string, label: string): string => `{% {
  'fields': {
    'project': {'key': 'SEC'},
    'issuetype': {'name': 'Task'},
    'summary': $substring(${summary}, 0, 255),
    'labels': ['${label}'],
    'description': ${paragraph(text)}
  }
} %}`;

/** An incident of PagerDuty; `key` keeps it from being opened twice. */
export const pagerdutyIncident = (key: string, title: string, details: string): string => `{% {
  'incident': {
    'type': 'incident',
    'title': ${title},
    'service': {'id': 'YOUR_SERVICE_ID', 'type': 'service_reference'},
    'urgency': 'high',
    'incident_key': ${key},
    'body': {'type': 'incident_body', 'details': ${details}}
  }
} %}`;

/** An incident of ServiceNow; its texts are expressions. */
export const serviceNowIncident = (
  short: string,
  text: string,
  category = 'security',
): string => `{% {
  'short_description': $substring(${short}, 0, 160),
  'description': ${text},
  'urgency': '2',
  'category': '${category}'
} %}`;
