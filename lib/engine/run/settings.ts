import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { usedSettings } from '#lib/domain/bots/settings.rules.ts';

/**
 * The settings that a node begins with: those in use, with their defaults, before their expressions
 * are evaluated. What a loop's own turns look at is not among them.
 */
export const settingsOf = ({ type, settings }: GraphNode): Record<string, unknown> => {
  const parsed: Record<string, unknown> = nodeSettings[type].parse(usedSettings(type, settings));
  const used = usedSettings(type, parsed);
  return type === 'loop' ? { ...used, condition: undefined } : used;
};
