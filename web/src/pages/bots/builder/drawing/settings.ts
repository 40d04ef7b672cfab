import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodePolicy, type NodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { policyKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { hiddenSecret } from '#lib/kernel/secret-settings.ts';
import type { Shape } from '#lib/domain/bots/settings.rules.ts';
import { settingErrorMap, settingIssueText } from '#lib/domain/bots/setting-messages.rules.ts';
import { textsIn } from '#lib/kernel/value-kinds.ts';
import { fullPolicy } from '../../editor/document/policy.ts';
import { BadCall, formatList, quoteName } from './tool-answer.ts';

type Settings = Readonly<Record<string, unknown>>;

/** The form of an organisation's own ids: a model knows only those that it was given. */
const ownId = /^(lst|int|act|bot)_[0-9a-zA-Z]{8,}$/;

/** The tool that looks up each kind of id. */
const lookUps: Readonly<Record<string, string>> = {
  lst: 'find_listeners',
  int: 'find_integrations',
  act: 'find_actions',
};

/** The organisation's ids that settings contain. */
export const ownIdsIn = (settings: unknown): string[] =>
  textsIn(settings).filter((text) => ownId.test(text));

const assertKnownIds = (settings: Settings, knownIds: ReadonlySet<string>): void => {
  const unknownId = ownIdsIn(settings).find((id) => !knownIds.has(id));
  if (unknownId === undefined) return;
  const tool = lookUps[unknownId.slice(0, unknownId.indexOf('_'))];
  const hint = tool === undefined ? 'Leave the setting out.' : `Look it up by ${tool}.`;
  throw new BadCall(
    `The id ${quoteName(unknownId)} does not come from a tool's answer or the draft. ${hint}`,
  );
};

const assertNoHiddenSecret = (settings: Settings): void => {
  const hidden = Object.entries(settings).find(([, value]) =>
    textsIn(value).some((text) => text.includes(hiddenSecret)),
  );
  if (!hidden) return;
  throw new BadCall(
    `"${hidden[0]}" contains a secret that is hidden from you. Leave this setting unchanged, or ` +
      'use an integration instead.',
  );
};

/** The settings of a node with these changes, each validated by its schema. Throws `BadCall`. */
export const applySettings = (
  kind: NodeKind,
  current: Settings,
  change: Settings,
  knownIds: ReadonlySet<string>,
): Record<string, unknown> => {
  const shape: Shape = nodeSettings[kind].shape;
  assertKnownIds(change, knownIds);
  assertNoHiddenSecret(change);
  const result: Record<string, unknown> = { ...current };
  for (const [name, value] of Object.entries(change)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) {
      const names = formatList(Object.keys(shape));
      throw new BadCall(`There is no setting ${quoteName(name)}. There are: ${names || 'none'}.`);
    }
    if (value === null) {
      delete result[name];
      continue;
    }
    const [issue] = field.safeParse(value, { error: settingErrorMap }).error?.issues ?? [];
    if (issue) throw new BadCall(`Setting "${name}": ${settingIssueText(issue)}`);
    result[name] = value;
  }
  return result;
};

/** The policy of a node with this change. Throws `BadCall`. */
export const applyPolicy = (node: GraphNode, change: Settings): NodePolicy => {
  if (!policyKinds.has(node.type)) {
    throw new BadCall(
      `${quoteName(node.name)} has no policy: its kind of node does no work that can fail.`,
    );
  }
  const { data, error } = nodePolicy.safeParse(
    { ...fullPolicy(node), ...change },
    { error: settingErrorMap },
  );
  if (data) return data;
  const [issue] = error.issues;
  throw new BadCall(`Policy: ${issue ? settingIssueText(issue) : 'it is invalid.'}`);
};
