import type { Graph } from '../bots/bot.schema.ts';
import {
  openIncidentsRequest,
  openIssuesRequest,
  pagerdutyIncident,
  shortenSummary,
} from './tickets.ts';
import { branchOnError, edge, edgesAlong, node, retrySettings } from './graph.ts';

type Page = {
  /** Expressions; while an incident with this key is open, nobody is paged again. */
  key: string;
  title: string;
  details: string;
  /** The place of its first node, `page`; it uses three more steps, and the next branch. */
  at: readonly [step: number, branch: number];
  /** The node to continue with if nobody could be paged. */
  fallbackNode: string;
};

/** An expression: the error if nobody could be paged, for nodes reached by `fallbackNode`. */
export const onCallError = '$nodes.`Page who is on call`.error';

/**
 * Opens a PagerDuty incident. PagerDuty rejects a second one with the same key, so after an error
 * the open incidents are read: either somebody was paged already, or nobody was.
 */
export const onCallGraph = ({
  key,
  title,
  details,
  at: [step, branch],
  fallbackNode,
}: Page): Graph => ({
  nodes: [
    node(
      'rest_api_action',
      'page',
      'Page who is on call',
      [step, branch],
      pagerdutyIncident(key, title, details),
      branchOnError,
    ),
    node(
      'http_request',
      'incidents',
      'Read open incidents',
      [step + 1, branch + 1],
      openIncidentsRequest(key),
      branchOnError,
    ),
    node('condition', 'paged-before', 'Paged before?', [step + 2, branch + 1], {
      expression: '{% $count($nodes.`Read open incidents`.body.incidents) > 0 %}',
    }),
    node('end', 'paged', 'Paged', [step + 3, branch], {}),
  ],
  edges: [
    ...edgesAlong('page', 'paged'),
    edge('page', 'incidents', 'error'),
    ...edgesAlong('incidents', 'paged-before'),
    edge('incidents', fallbackNode, 'error'),
    edge('paged-before', 'paged', 'yes'),
    edge('paged-before', fallbackNode, 'no'),
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
  openIssueNode: string;
};

/** Reads the open Jira issues, and continues with `ticket` if none has the summary. */
export const openIssueCheck = ({
  label,
  summary,
  at: [step, branch],
  ticket,
  openIssueNode,
}: Ticket): Graph => ({
  nodes: [
    node(
      'http_request',
      'issues',
      'Read open issues',
      [step, branch],
      openIssuesRequest(label),
      retrySettings,
    ),
    node('condition', 'ticketed-before', 'Issue open already?', [step + 1, branch], {
      expression: `{%
  ${shortenSummary(summary)} in $nodes.\`Read open issues\`.body.fields.summary
%}`,
    }),
  ],
  edges: [
    ...edgesAlong('issues', 'ticketed-before'),
    edge('ticketed-before', openIssueNode, 'yes'),
    edge('ticketed-before', ticket, 'no'),
  ],
});
