import type { Graph } from '../bots/bot.schema.ts';
import { keptSummary, openIncidents, openIssues, pagerdutyIncident } from './bodies.ts';
import { arrow, node, orElse, path, patient } from './graph.ts';

type Page = {
  /** Expressions; while an incident with the key is open, nobody is paged again. */
  key: string;
  title: string;
  details: string;
  /** Where it begins, at `page`; it takes three steps more, and a branch to its right. */
  at: readonly [step: number, branch: number];
  /** The node that it goes on with where nobody could be paged. */
  otherwise: string;
};

/** Whether nobody could be paged, and why, for a node that is reached `otherwise`. */
export const notPaged = '$nodes.`Page who is on call`.error';

/**
 * Opens an incident of PagerDuty. That refuses a second one with the same key, so where it is
 * refused, the open ones are read: somebody knows already, or nobody does.
 */
export const paged = ({ key, title, details, at: [step, branch], otherwise }: Page): Graph => ({
  nodes: [
    node(
      'rest_api_action',
      'page',
      'Page who is on call',
      [step, branch],
      pagerdutyIncident(key, title, details),
      orElse,
    ),
    node(
      'http_request',
      'incidents',
      'Read open incidents',
      [step + 1, branch + 1],
      openIncidents(key),
      orElse,
    ),
    node('condition', 'paged-before', 'Paged before?', [step + 2, branch + 1], {
      expression: '{% $count($nodes.`Read open incidents`.body.incidents) > 0 %}',
    }),
    node('end', 'paged', 'Paged', [step + 3, branch], {}),
  ],
  edges: [
    ...path('page', 'paged'),
    arrow('page', 'incidents', 'error'),
    ...path('incidents', 'paged-before'),
    arrow('incidents', otherwise, 'error'),
    arrow('paged-before', 'paged', 'yes'),
    arrow('paged-before', otherwise, 'no'),
  ],
});

type Ticket = {
  /** The label by which the open issues are found, and the summary, which is an expression. */
  label: string;
  summary: string;
  /** Where it begins, at `issues`, and the node that opens the issue. */
  at: readonly [step: number, branch: number];
  ticket: string;
  /** Where an issue is open already. */
  known: string;
};

/** Reads the open issues of Jira, and goes on with a ticket where none has the summary. */
export const unlessOpen = ({
  label,
  summary,
  at: [step, branch],
  ticket,
  known,
}: Ticket): Graph => ({
  nodes: [
    node('http_request', 'issues', 'Read open issues', [step, branch], openIssues(label), patient),
    node('condition', 'ticketed-before', 'Issue open already?', [step + 1, branch], {
      expression: `{%
  ${keptSummary(summary)} in $nodes.\`Read open issues\`.body.fields.summary
%}`,
    }),
  ],
  edges: [
    ...path('issues', 'ticketed-before'),
    arrow('ticketed-before', known, 'yes'),
    arrow('ticketed-before', ticket, 'no'),
  ],
});
