import { nodeCatalogue, type NodeKind } from '#lib/domain/bots/node.schema.ts';

type Group = 'Flow' | 'People' | 'Work' | 'Notes';

/** Where the palette shows each kind. */
const groupOf: Record<NodeKind, Group> = {
  start: 'Flow',
  end: 'Flow',
  condition: 'Flow',
  parallel: 'Flow',
  merge: 'Flow',
  loop: 'Flow',
  loop_end: 'Flow',
  delay: 'Flow',
  approval: 'People',
  user_input: 'People',
  notification: 'People',
  http_request: 'Work',
  python_code: 'Work',
  note: 'Notes',
};

const groups: readonly Group[] = ['Flow', 'People', 'Work', 'Notes'];

/** The kinds by group, in the order in which they are shown; groups without any are left out. */
export const grouped = (kinds: readonly NodeKind[]): [Group, NodeKind[]][] =>
  groups
    .map((group): [Group, NodeKind[]] => [group, kinds.filter((kind) => groupOf[kind] === group)])
    .filter(([, own]) => own.length > 0);

/** The kinds on offer whose label or description has every word of the text, as shown. */
export const matchingKinds = (offered: readonly NodeKind[], text: string): NodeKind[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = offered.filter((kind) => {
    const { label, description } = nodeCatalogue[kind];
    return words.every((word) => `${label} ${description}`.toLowerCase().includes(word));
  });
  return grouped(matching).flatMap(([, kinds]) => kinds);
};
