import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import type { Shape } from '#lib/domain/bots/settings.rules.ts';
import { inWords } from '../fields/fields.ts';

const shapes: Readonly<Record<string, { shape: Shape }>> = nodeSettings;

const titleIn = (shape: Shape | undefined, name: string): string =>
  shape?.[name]?.meta()?.title ?? inWords(name);

/** A field of a node (`settings.url`, `policy.retries`, `name`) as its form calls it. */
export const fieldTitle = (kind: string, field: string): string => {
  const [part, ...rest] = field.split('.');
  const name = rest.join('.');
  if (part === 'settings') return titleIn(shapes[kind]?.shape, name);
  return part === 'policy' ? titleIn(nodePolicy.shape, name) : inWords(field);
};
