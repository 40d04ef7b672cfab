import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { usedSettings } from '#lib/domain/bots/settings.rules.ts';
import { nodeRules } from '../nodes/kinds.ts';

type Settings = Readonly<Record<string, unknown>>;

const parseSettings = ({ type, settings }: GraphNode): Settings => {
  const withDefaults: Record<string, unknown> = nodeSettings[type].parse(
    usedSettings(type, settings),
  );
  const activeSettings = usedSettings(type, withDefaults);
  for (const name of nodeRules[type].perTurn ?? []) delete activeSettings[name];
  return activeSettings;
};

const parsed = new WeakMap<GraphNode, Settings>();

/**
 * The settings with which a node begins: those in use, with defaults, before their expressions are
 * evaluated, and without those that are evaluated in each turn. Runs share the nodes of a version
 * that was read once, so a node is parsed once.
 */
export const settingsOf = (node: GraphNode): Settings => {
  const settings = parsed.get(node) ?? parseSettings(node);
  parsed.set(node, settings);
  return settings;
};
