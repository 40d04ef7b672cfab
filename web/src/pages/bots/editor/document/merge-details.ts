import { botSettings } from '#lib/domain/bots/bot.schema.ts';
import type { BotDetails, RunBounds } from './details.ts';

type Part = { name: string; title: string; value: unknown };

/** A detail in which both versions differ, and whose value is saved. */
export type DetailDifference = { title: string; saved: 'yours' | 'theirs' };

const boundNames = botSettings.keyof().options;

/**
 * The parts that can be changed independently, in a fixed order: each limit of runs, and the rest.
 */
const partsOf = ({ settings, ...details }: BotDetails): Part[] => {
  const bounds: RunBounds = botSettings.parse(settings ?? {});
  return [
    { name: 'name', title: 'Name', value: details.name },
    { name: 'description', title: 'Description', value: details.description },
    { name: 'category', title: 'Category', value: details.category },
    { name: 'importance', title: 'Importance', value: details.importance },
    ...boundNames.map((name) => {
      const { title = name } = botSettings.shape[name].meta() ?? {};
      return { name, title, value: bounds[name] };
    }),
  ];
};

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

type DetailVersions = { base: BotDetails; yours: BotDetails; theirs: BotDetails };

/**
 * The details for a save on top of another user's: your changes since `base`, and their values
 * otherwise, as no version keeps the details. Also returns where both differ.
 */
export const mergeDetails = ({ base, yours, theirs }: DetailVersions) => {
  const [baseParts, yourParts] = [partsOf(base), partsOf(yours)];
  const differing: DetailDifference[] = [];
  const ownNames = new Set<string>();
  partsOf(theirs).forEach(({ name, title, value }, at) => {
    if (isSame(yourParts[at]?.value, value)) return;
    const isYours = !isSame(yourParts[at]?.value, baseParts[at]?.value);
    if (isYours) ownNames.add(name);
    differing.push({ title, saved: isYours ? 'yours' : 'theirs' });
  });
  const versionOf = (name: string): BotDetails => (ownNames.has(name) ? yours : theirs);
  const bounds = boundNames.map((name) => [name, versionOf(name).settings?.[name]] as const);
  const settings = botSettings.parse(Object.fromEntries(bounds));
  const details: BotDetails = {
    name: versionOf('name').name,
    description: versionOf('description').description,
    category: versionOf('category').category,
    importance: versionOf('importance').importance,
    ...((yours.settings ?? theirs.settings) && { settings }),
  };
  return { details, differing };
};
