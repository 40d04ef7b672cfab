import type { Graph } from '../bots/bot.schema.ts';
import { keptSummary, openIncidents, openIssues, pagerdutyIncident } from './bodies.ts';
import { arrow, node, orElse, path, patient } from './graph.ts';

type Page = {
  /** Expressions; while an incident with this key is open, nobody is paged again. */
  key: string;
  title: string;
  details: string;
  /** The place of its first node, `page`; it uses three more steps, and the next branch. */
  at: readonly [step: number, branch: number];
  /** The node to continue with if nobody could be paged. */
  otherwise: string;
};

/** An expression: the error if nobody could be paged, for nodes reached by `otherwise`. */
export const notPaged = '$nodes.`Page who is on call`.error';

/**
 * Opens a PagerDuty incident. PagerDuty rejects a second one with the same key, so after an error
 * the open incidents are read: either somebody was paged already, or nobody was.
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
  /** The label that finds the open issues, and the summary, which is an expression. */
  label: string;
  summary: string;
  /** The place of its first node, `issues`, and the node that opens the issue. */
  at: readonly [step: number, branch: number];
  ticket: string;
  /** The node to continue with if an issue is already open. */
  known: string;
};

/** Reads the open Jira issues, and continues with `ticket` if none has the summary. */
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
