import type * as z from 'zod';
import type { Graph } from '../bots/bot.schema.ts';
import type { nodeSettings } from '../bots/node.schema.ts';
import { keptSummary, openIssues } from './bodies.ts';
import { arrow, fillIn, node, path, patient } from './graph.ts';

type Step<K extends keyof typeof nodeSettings> = readonly [
  name: string,
  settings: z.input<(typeof nodeSettings)[K]>,
];

type Reading = {
  /** The name of the start; what is left to fill in. */
  start: string;
  fill: string;
  read: Step<'http_request'>;
  /** The expression that picks what matters of what was read. */
  of: string;
};

const reading = ({ start, fill, read: [name, settings], of }: Reading) => [
  node('start', 'start', start, [0, 0], { trigger_type: 'scheduled' }),
  fillIn(fill),
  node('http_request', 'read', name, [1, 0], settings, patient),
  node('condition', 'any', 'Any found?', [2, 0], { expression: `{% $count(${of}) > 0 %}` }),
];

const acting = ([name, settings]: Step<'rest_api_action'> | Step<'http_request'>) =>
  'action' in settings
    ? node('rest_api_action', 'act', name, [5, 0], settings, patient)
    : node('http_request', 'act', name, [5, 0], settings as Step<'http_request'>[1], patient);

/**
 * Reads a list; a person says on which of what `of` picks (objects with id and name) to act; acts
 * on each, read once more, and reports.
 */
export const reviewed = (
  review: Reading & {
    approvers: string;
    minutes?: number;
    question: string;
    /** For each, which is `$loop.item`. */
    act: Step<'rest_api_action'> | Step<'http_request'>;
    report: z.input<(typeof nodeSettings)['notification']>;
  },
): Graph => {
  const { read, of, approvers, minutes = 1440, question, act, report } = review;
  return {
    nodes: [
      ...reading(review),
      node('approval', 'ask', 'Review them', [3, 0], {
        approvers: [approvers],
        expires_in_minutes: minutes,
        message: question,
        resources: `{% [${of}] %}`,
        resources_total: `{% $count($nodes.\`${read[0]}\`.body) %}`,
        reread: read[0],
      }),
      node('loop', 'each', 'For each of them', [4, 0], {
        items_to_iterate: '{% $nodes.`Review them`.resources %}',
        max_concurrency: 3,
        on_iteration_failure: 'continue',
      }),
      acting(act),
      node('loop_end', 'done', 'All done', [6, 0], {}),
      node('notification', 'report', 'Report', [7, 0], report),
      node('end', 'reviewed', 'Reviewed', [8, 0], {}),
      node('end', 'kept', 'All kept', [4, 1], {}),
      node('end', 'none', 'Nothing found', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'any'),
      arrow('any', 'ask', 'yes'),
      arrow('any', 'none', 'no'),
      arrow('ask', 'each', 'approved'),
      arrow('ask', 'kept', 'rejected'),
      arrow('each', 'act', 'body'),
      ...path('act', 'done', 'report', 'reviewed'),
    ],
  };
};

/** Whether a time lies in the last days; APIs say null of what has never been. */
export const inLastDays = (days: number, time: string): string =>
  `(${time} and $toMillis(${time}) >= $millis() - ${days} * 86400000)`;

/** Says how many were done, and how many could not be. */
export const outcome = `Done: {% $nodes.\`All done\`.succeeded %}.
Failed: {% $nodes.\`All done\`.failed %}.`;

/** Those of a list whose name is no summary of an open issue. */
const unknown = (of: string): string => `$filter([${of}], function($one) {
  $not(${keptSummary('$one.name')} in $nodes.\`Read open issues\`.body.fields.summary)
})`;

/** Reads a list, opens a ticket for each that `of` picks, and tells the team. */
export const ticketed = (
  watch: Reading & {
    /** For each, which is `$loop.item`. */
    ticket: Step<'rest_api_action'>;
    /** A label of Jira: what an open issue with it has as its summary gets no second one. */
    once?: string;
    report: z.input<(typeof nodeSettings)['notification']>;
  },
): Graph => {
  const { of, once, ticket, report } = watch;
  const known = once === undefined ? [] : ['known'];
  const at = 3 + known.length;
  return {
    nodes: [
      ...reading(watch),
      ...(once === undefined
        ? []
        : [node('http_request', 'known', 'Read open issues', [3, 0], openIssues(once), patient)]),
      node('loop', 'each', 'For each of them', [at, 0], {
        items_to_iterate: once === undefined ? `{% [${of}] %}` : `{% [${unknown(of)}] %}`,
        max_iterations: 100,
        on_iteration_failure: 'continue',
      }),
      node('rest_api_action', 'ticket', ticket[0], [at + 1, 0], ticket[1], patient),
      node('loop_end', 'done', 'All done', [at + 2, 0], {}),
      node('notification', 'report', 'Report', [at + 3, 0], report),
      node('end', 'open', 'Tickets open', [at + 4, 0], {}),
      node('end', 'none', 'Nothing found', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'any'),
      arrow('any', known[0] ?? 'each', 'yes'),
      arrow('any', 'none', 'no'),
      ...path(...known, 'each'),
      arrow('each', 'ticket', 'body'),
      ...path('ticket', 'done', 'report', 'open'),
    ],
  };
};

/** Reads a list, and tells the team what `of` picks, if anything. */
export const reported = (
  watch: Reading & { report: z.input<(typeof nodeSettings)['notification']> },
): Graph => ({
  nodes: [
    ...reading(watch),
    node('notification', 'report', 'Report', [3, 0], watch.report),
    node('end', 'told', 'Told', [4, 0], {}),
    node('end', 'none', 'Nothing found', [3, 1], {}),
  ],
  edges: [
    ...path('start', 'read', 'any'),
    arrow('any', 'report', 'yes'),
    arrow('any', 'none', 'no'),
    ...path('report', 'told'),
  ],
});
