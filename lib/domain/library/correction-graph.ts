import type * as z from 'zod';
import type { Graph } from '../bots/bot.schema.ts';
import type { restApiActionSettings } from '../bots/nodes/rest-api-action.schema.ts';
import { restrictToIds } from '../inventory/queries/restrict-to-ids.rules.ts';
import { timeExpression } from '../inventory/queries/time-expression.rules.ts';
import { edge, edgesAlong, fillInNote, mail, node, retrySettings } from './graph.ts';

type Correction = {
  /** The problem, to follow "Found: " and for subjects. */
  found: string;
  /**
   * One SELECT over AWS tables: `id` as in rules and the inventory, `name`, `region`, and what the
   * action needs.
   */
  sql: string;
  /** The question to the approvers; the resources are listed below it. */
  question: string;
  /** The action for each resource, which is `$loop.item`. */
  correct: readonly [name: string, settings: z.input<typeof restApiActionSettings>];
};

const rows = '$nodes.`Ask the inventory`.rows';

const source = '$nodes.`Ask the inventory`.sources[0]';

const scanned = `${source}.collected_at`;

const recheckNode = '$nodes.`Look again`';

/** The names of resources that are still open or, if the check failed, the reason. */
const remainingText = `$exists(${recheckNode}.error)
  ? 'the check failed. ' & ${recheckNode}.error
  : $count(${recheckNode}.rows) = 0 ? 'none' : $join(${recheckNode}.rows.name, ', ')`;

const report = `Corrected: {% $nodes.\`All done\`.succeeded %}.
Failed: {% $nodes.\`All done\`.failed %}.
Skipped because they changed in the meantime: {% $count($nodes.Review.drifted) %}.

Checked again in the account. Still open: {% ${remainingText} %}.

Approved, in {% ${source}.alias %}: {% $join($nodes.Review.resources.(name ? name : id), ', ') %}.`;

/**
 * Queries the last scan for violations; a person chooses those to correct; queries the account live
 * for those that are unchanged, corrects them, queries it once more to verify, and reports what had
 * drifted and what is left.
 */
export const correctionGraph = ({
  found,
  sql,
  question,
  correct: [name, actionSettings],
}: Correction): Graph => ({
  nodes: [
    node('start', 'start', 'After the scan', [0, 0], { trigger_type: 'scheduled' }),
    fillInNote(
      'The same AWS account in the query and in the action; the approvers; the recipients. ' +
        'Schedule: 0 7 * * 1-5, after the nightly scan.',
    ),
    node('steampipe_query', 'ask', 'Ask the inventory', [1, 0], {
      integration_type: 'aws',
      // Only one account: resources of another would be looked for in this one.
      integrations: [{ type: 'aws' }],
      sql,
      limit: 200,
    }),
    node('condition', 'any', 'Any found?', [2, 0], { expression: `{% $count(${rows}) > 0 %}` }),
    node('approval', 'review', 'Review', [3, 0], {
      approvers: ['secops@example.com'],
      message:
        `${question} In {% ${source}.alias %}, ` +
        `as of the scan of {% ${timeExpression(scanned)} %}.`,
      resources: `{% ${rows} %}`,
      resources_total: '{% $nodes.`Ask the inventory`.count %}',
      reread: 'Ask the inventory',
    }),
    node('loop', 'each', 'For each of them', [4, 0], {
      items_to_iterate: '{% $nodes.Review.resources %}',
      on_iteration_failure: 'continue',
    }),
    node('rest_api_action', 'correct', name, [5, 0], actionSettings, retrySettings),
    node('loop_end', 'done', 'All done', [6, 0], {}),
    node(
      'steampipe_query',
      'again',
      'Look again',
      [7, 0],
      {
        integration_type: 'aws',
        mode: 'live',
        integrations: [{ type: 'aws' }],
        sql: restrictToIds(sql),
        values: ['{% [$nodes.Review.resources.id] %}'],
        limit: 200,
      },
      // The report is sent in any case.
      { on_error: 'continue' },
    ),
    node(
      'notification',
      'report',
      'Report',
      [8, 0],
      mail('compliance@example.com', `Corrected: ${found}`, report),
    ),
    node('end', 'corrected', 'Corrected', [9, 0], {}),
    node('end', 'kept', 'Left as they are', [4, 1], {}),
    node('end', 'none', 'Nothing found', [3, 1], {}),
  ],
  edges: [
    ...edgesAlong('start', 'ask', 'any'),
    edge('any', 'review', 'yes'),
    edge('any', 'none', 'no'),
    edge('review', 'each', 'approved'),
    edge('review', 'kept', 'rejected'),
    edge('each', 'correct', 'body'),
    ...edgesAlong('correct', 'done', 'again', 'report', 'corrected'),
  ],
});
