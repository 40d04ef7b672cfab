import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { usedSettings } from '#lib/domain/bots/settings.rules.ts';
import { nodeRules } from '../nodes/kinds.ts';

/**
 * The settings that a node begins with: those in use, with their defaults, before their expressions
 * are evaluated. Those that each turn evaluates are not among them.
 */
export const settingsOf = ({ type, settings }: GraphNode): Record<string, unknown> => {
  const parsed: Record<string, unknown> = nodeSettings[type].parse(usedSettings(type, settings));
  const used = usedSettings(type, parsed);
  for (const name of nodeRules[type].perTurn ?? []) delete used[name];
  return used;
};
