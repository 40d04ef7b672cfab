import type * as z from 'zod';
import type { Graph } from '../bots/bot.schema.ts';
import type { nodeSettings } from '../bots/node.schema.ts';
import type { Tickets } from './tickets.ts';
import { chat, edge, edgesAlong, fillInNote, node, retrySettings } from './graph.ts';

type Step<K extends keyof typeof nodeSettings> = readonly [
  name: string,
  settings: z.input<(typeof nodeSettings)[K]>,
];

type Reading = {
  /** The name of the start node, and the note that says what to fill in. */
  start: string;
  fill: string;
  readStep: Step<'http_request'>;
  /** An expression that selects the relevant items from the response. */
  of: string;
};

const startNodes = ({ start, fill, readStep: [name, settings] }: Reading) => [
  node('start', 'start', start, [0, 0], { trigger_type: 'scheduled' }),
  fillInNote(fill),
  node('http_request', 'read', name, [1, 0], settings, retrySettings),
];

const anyOf = (of: string) => ({ expression: `{% $count(${of}) > 0 %}` });

const readingNodes = (reading: Reading) => [
  ...startNodes(reading),
  node('condition', 'any', 'Any found?', [2, 0], anyOf(reading.of)),
];

const actionNode = ([name, settings]: Step<'rest_api_action'> | Step<'http_request'>) =>
  'action' in settings
    ? node('rest_api_action', 'act', name, [5, 0], settings, retrySettings)
    : node('http_request', 'act', name, [5, 0], settings as Step<'http_request'>[1], retrySettings);

/**
 * Reads a list; a person chooses which of the items selected by `of` (with id and name) to act on;
 * acts on each after reading them once more, and reports.
 */
export const reviewGraph = (
  review: Reading & {
    approvers: string;
    minutes?: number;
    question: string;
    /** The action for each item, which is `$loop.item`. */
    action: Step<'rest_api_action'> | Step<'http_request'>;
    report: z.input<(typeof nodeSettings)['notification']>;
  },
): Graph => {
  const { readStep, of, approvers, minutes = 1440, question, action, report } = review;
  return {
    nodes: [
      ...readingNodes(review),
      node('approval', 'ask', 'Review them', [3, 0], {
        approvers: [approvers],
        expires_in_minutes: minutes,
        message: question,
        resources: `{% [${of}] %}`,
        resources_total: `{% $count($nodes.\`${readStep[0]}\`.body) %}`,
        reread: readStep[0],
      }),
      node('loop', 'each', 'For each of them', [4, 0], {
        items_to_iterate: '{% $nodes.`Review them`.resources %}',
        max_concurrency: 3,
        on_iteration_failure: 'continue',
      }),
      actionNode(action),
      node('loop_end', 'done', 'All done', [6, 0], {}),
      node('notification', 'report', 'Report', [7, 0], report),
      node('end', 'reviewed', 'Reviewed', [8, 0], {}),
      node('end', 'kept', 'All kept', [4, 1], {}),
      node('end', 'none', 'Nothing found', [3, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'any'),
      edge('any', 'ask', 'yes'),
      edge('any', 'none', 'no'),
      edge('ask', 'each', 'approved'),
      edge('ask', 'kept', 'rejected'),
      edge('each', 'act', 'body'),
      ...edgesAlong('act', 'done', 'report', 'reviewed'),
    ],
  };
};

/** An expression: whether a time is within the last days; APIs return null for "never". */
export const inLastDays = (days: number, time: string): string =>
  `(${time} and $toMillis(${time}) >= $millis() - ${days} * 86400000)`;

/** A text that says how many items succeeded and how many failed. */
export const outcomeText = `Done: {% $nodes.\`All done\`.succeeded %}.
Failed: {% $nodes.\`All done\`.failed %}.`;

/** The most tickets that one run opens, so that a flood does not overwhelm the team. */
const maxTickets = 100;

/** An expression: the items whose name is not the title of a ticket. */
const withoutTicket = (of: string, { titles, shorten }: Tickets): string =>
  `$filter([${of}], function($one) {
  $not(${shorten('$one.name')} in $nodes.\`Read tickets\`.${titles})
})`;

/** A text that says how many items are left for the next runs. */
const leftOverText = (count: string): string => `{% (
  $left := ${count} - ${maxTickets};
  $left > 0 ? ' Left for the next runs: ' & $left & '.' : ''
) %}`;

/**
 * Reads a list, opens a ticket for each item selected by `of` that has none yet, and informs the
 * team. The names are the titles of the tickets, and must be unique.
 */
export const ticketGraph = (
  watch: Reading & {
    tickets: Tickets;
    /** The action for each item, which is `$loop.item`; the title of the ticket is its name. */
    ticket: Step<'rest_api_action'>;
    /** The subject of the message to the team. */
    subject: string;
  },
): Graph => {
  const { of, tickets, ticket, subject } = watch;
  const newItems = withoutTicket(of, tickets);
  const message = `${outcomeText}${leftOverText(`$count(${newItems})`)}`;
  return {
    nodes: [
      ...startNodes(watch),
      node('http_request', 'known', 'Read tickets', [2, 0], tickets.request, retrySettings),
      node('condition', 'any', 'Any without one?', [3, 0], anyOf(newItems)),
      node('loop', 'each', 'For each of them', [4, 0], {
        items_to_iterate: `{% [${newItems}][[0..${maxTickets - 1}]] %}`,
        on_iteration_failure: 'continue',
      }),
      node('rest_api_action', 'ticket', ticket[0], [5, 0], ticket[1], retrySettings),
      node('loop_end', 'done', 'All done', [6, 0], {}),
      node('notification', 'report', 'Report', [7, 0], chat(subject, message)),
      node('end', 'open', 'Tickets open', [8, 0], {}),
      node('end', 'none', 'Nothing new', [4, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'known', 'any'),
      edge('any', 'each', 'yes'),
      edge('any', 'none', 'no'),
      edge('each', 'ticket', 'body'),
      ...edgesAlong('ticket', 'done', 'report', 'open'),
    ],
  };
};

/** Reads a list, and informs the team of the items selected by `of`, if there are any. */
export const reportGraph = (
  watch: Reading & { report: z.input<(typeof nodeSettings)['notification']> },
): Graph => ({
  nodes: [
    ...readingNodes(watch),
    node('notification', 'report', 'Report', [3, 0], watch.report),
    node('end', 'told', 'Told', [4, 0], {}),
    node('end', 'none', 'Nothing found', [3, 1], {}),
  ],
  edges: [
    ...edgesAlong('start', 'read', 'any'),
    edge('any', 'report', 'yes'),
    edge('any', 'none', 'no'),
    ...edgesAlong('report', 'told'),
  ],
});
