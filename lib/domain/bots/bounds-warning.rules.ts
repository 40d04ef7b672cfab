import {
  type BotSettings,
  botSettings,
  type Graph,
  type GraphNode,
  type Problem,
} from './bot.schema.ts';
import { isSkipped } from './node-facts.schema.ts';
import { approvalSettings } from './nodes/approval.schema.ts';

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const limitField = 'max_resources';
const title = botSettings.shape[limitField].meta()?.title ?? limitField;
const totalTitle = approvalSettings.shape.resources_total.meta()?.title ?? 'resources_total';

const missingTotalWarning = (node: GraphNode): Problem => ({
  node_id: node.id,
  message:
    `"${node.name}", ${totalTitle}: It is empty, so the limit of this bot in percent does not ` +
    'apply here. Enter the total number of resources.',
});

const noEffectText =
  'No approval of this bot names its resources, so this limit has no effect. ' +
  'Ask for approval of the resources before they are changed.';

/** Warnings about limits on resources that have no effect: only approvals are checked. */
export const boundsWarnings = (
  settings: Partial<Pick<BotSettings, 'max_resources'>> | undefined,
  { nodes }: Graph,
): Problem[] => {
  const { count, percent } = settings?.max_resources ?? {};
  if (count === undefined && percent === undefined) return [];
  const approvalNodes = nodes.filter(
    (node) => node.type === 'approval' && !isSkipped(node) && isFilled(node.settings['resources']),
  );
  if (approvalNodes.length === 0) {
    const message = `${title}, in the settings of this bot: ${noEffectText}`;
    return [{ message, field: { name: limitField, title, message: noEffectText } }];
  }
  if (percent === undefined) return [];
  return approvalNodes
    .filter((node) => !isFilled(node.settings['resources_total']))
    .map(missingTotalWarning);
};
