import type * as z from 'zod';
import type { Graph } from '../bots/bot.schema.ts';
import type { nodeSettings } from '../bots/node.schema.ts';
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
    act: Step<'http_request'>;
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
      node('http_request', 'act', act[0], [5, 0], act[1], patient),
      node('loop_end', 'done', 'All done', [6, 0], {}),
      node('notification', 'report', 'Report', [7, 0], report, patient),
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

/** Says how many were done, and how many could not be. */
export const outcome = `Done: {% $nodes.\`All done\`.succeeded %}.
Failed: {% $nodes.\`All done\`.failed %}.`;

/** Reads a list, opens a ticket for each that `of` picks, and tells the team. */
export const ticketed = (
  watch: Reading & {
    /** For each, which is `$loop.item`. */
    ticket: Step<'http_request'>;
    report: z.input<(typeof nodeSettings)['notification']>;
  },
): Graph => ({
  nodes: [
    ...reading(watch),
    node('loop', 'each', 'For each of them', [3, 0], {
      items_to_iterate: `{% [${watch.of}] %}`,
      max_iterations: 100,
      on_iteration_failure: 'continue',
    }),
    node('http_request', 'ticket', watch.ticket[0], [4, 0], watch.ticket[1], patient),
    node('loop_end', 'done', 'All done', [5, 0], {}),
    node('notification', 'report', 'Report', [6, 0], watch.report, patient),
    node('end', 'open', 'Tickets open', [7, 0], {}),
    node('end', 'none', 'Nothing found', [3, 1], {}),
  ],
  edges: [
    ...path('start', 'read', 'any'),
    arrow('any', 'each', 'yes'),
    arrow('any', 'none', 'no'),
    arrow('each', 'ticket', 'body'),
    ...path('ticket', 'done', 'report', 'open'),
  ],
});

/** Reads a list, and tells the team what `of` picks, if anything. */
export const reported = (
  watch: Reading & { report: z.input<(typeof nodeSettings)['notification']> },
): Graph => ({
  nodes: [
    ...reading(watch),
    node('notification', 'report', 'Report', [3, 0], watch.report, patient),
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
