/** The clouds that bots work with: what lists of bots are filtered by. */
export const cloudTypes = ['aws', 'azure', 'gcp', 'kubernetes'] as const;

/** The types whose names are not their words with a capital. */
const names: Readonly<Record<string, string>> = {
  aws: 'AWS',
  gcp: 'GCP',
  ms_teams: 'Microsoft Teams',
  rest_api: 'REST API',
  github: 'GitHub',
  gitlab: 'GitLab',
  pagerduty: 'PagerDuty',
  servicenow: 'ServiceNow',
};

/** What people call a type of integrations. */
export const integrationName = (type: string): string => {
  if (Object.hasOwn(names, type)) return names[type] ?? type;
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
