import { api } from './graph.ts';

const query = `query Issues($filterBy: IssueFilters, $first: Int) {
  issuesV2(filterBy: $filterBy, first: $first) {
    totalCount
    criticalSeverityCount
    highSeverityCount
    mediumSeverityCount
    lowSeverityCount
    nodes {
      id
      severity
      createdAt
      sourceRule {
        ... on Control { name }
        ... on CloudConfigurationRule { name }
        ... on CloudEventRule { name }
      }
      entitySnapshot { name type }
    }
  }
}`;

/** Reads open issues of Wiz, 500 at most; `filter` is what else they have to fit. */
export const wizIssues = (filter = '') =>
  api('wiz', 'POST /graphql', {
    body: `{% {
  'query': ${JSON.stringify(query)},
  'variables': {
    'first': 500,
    'filterBy': {'status': ['OPEN']${filter && `, ${filter}`}}
  }
} %}`,
  });
