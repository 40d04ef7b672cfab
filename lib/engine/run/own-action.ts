import { isOwnActionId } from '#lib/domain/actions/action-id.rules.ts';
import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isUnapproved } from '../check/actions.ts';
import type { Call } from '../nodes/node.ts';
import type { FoundAction } from '../own-actions.ts';
import type { Segment } from './segment.ts';

/** The organisation's own action that a node runs, in its current state. */
export const ownActionOf = async (
  { deps, run }: Segment,
  { type, settings }: GraphNode,
): Promise<FoundAction | undefined> => {
  const { action } = settings;
  return type === 'rest_api_action' && isOwnActionId(action)
    ? deps.ownAction(run.tenant_id, action)
    : undefined;
};

/** When people were first asked. The decisions that a run resumes with keep their earlier times. */
const firstAskedAt = ({ run, record, around, way }: Segment): string => {
  const approvalNodes = way.program.view.nodes.filter(({ type }) => type === 'approval');
  const results = [record, ...around].flatMap((one) =>
    approvalNodes.flatMap(({ id }) => one.results.get(id) ?? []),
  );
  const times = results.map(({ started_at }) => started_at);
  return times.reduce((first, at) => (at < first ? at : first), run.created_at);
};

/** People approved what the action did when they were asked, so a later version must not run. */
const isChanged = (segment: Segment, { ownAction }: Call): boolean =>
  ownAction?.updated_at !== undefined && ownAction.updated_at > firstAskedAt(segment);

/**
 * Why a node must not run its action; undefined where it may. The action may have come to need
 * approval since the version was published, or may have changed since people were asked. A run that
 * begins in the middle of the bot cannot reuse a decision for an action that needs approval:
 * otherwise one approval would allow any number of repetitions.
 */
export const notRunnableReason = (segment: Segment, call: Call): string | undefined => {
  const { node, ownAction } = call;
  if (node.type !== 'rest_api_action') return undefined;
  const action = findReadyMadeAction(String(node.settings['action'])) ?? ownAction;
  if (!action) return undefined;
  const { way, run } = segment;
  const isFree = isUnapproved(way.program, node);
  if (isFree && action.approval_required) {
    return (
      `"${action.name}" now needs approval, and nothing was approved before this node. ` +
      'Add an Approval before it, and publish the bot again.'
    );
  }
  const { from, only, dry_run } = run.options;
  if (dry_run) return undefined;
  if (!isFree && isChanged(segment, call)) {
    return (
      `"${action.name}" was changed after people were asked to approve it. ` +
      'Run the bot again, so that they decide on what it does now.'
    );
  }
  const startNodeId = from ?? only?.node_id;
  const isTakenOver = startNodeId !== undefined && isUnapproved(way.program, node, startNodeId);
  return isTakenOver && action.approval_required
    ? `"${action.name}" needs approval, and this run began after the Approval node. ` +
        'Run again from the Approval node, so that people decide on it.'
    : undefined;
};
