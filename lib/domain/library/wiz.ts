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

/** Reads at most 500 open Wiz issues; `filter` adds conditions. */
export const wizIssuesRequest = (filter = '') =>
  api('wiz', 'POST /graphql', {
    body: `{% {
  'query': ${JSON.stringify(query)},
  'variables': {
    'first': 500,
    'filterBy': {'status': ['OPEN']${filter && `, ${filter}`}}
  }
} %}`,
  });

/**
 * The issues in the response of a node. GraphQL reports errors with status 200 and without data,
 * which must not be mistaken for an empty list.
 */
export const wizIssuesIn = (node: string): string => {
  const body = `$nodes.\`${node}\`.body`;
  return `(
  $assert($exists(${body}.data.issuesV2.totalCount), 'Wiz refused: ' & ${body}.errors[0].message);
  ${body}.data.issuesV2
)`;
};
