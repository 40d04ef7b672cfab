import type { NodeDifference, VersionComparison } from '#lib/domain/bots/version.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { fieldTitle } from './field-title.ts';

/** Further changes are listed field by field. */
const maxLines = 6;
const maxFields = 3;

const list = new Intl.ListFormat('en');

const fieldsText = ({ type, fields }: NodeDifference): string => {
  const titles = fields.slice(0, maxFields).map(({ field }) => fieldTitle(type, field));
  const moreCount = fields.length - titles.length;
  return list.format(moreCount > 0 ? [...titles, `${moreCount} more`] : titles);
};

const nodeLine = (node: NodeDifference): string =>
  node.how === 'changed'
    ? `${node.name}: changed in ${fieldsText(node)}`
    : `${node.name}: ${node.how}`;

const arrowsLine = (count: number, kind: string): string[] =>
  count === 0 ? [] : [`${formatCount(count, 'arrow')} ${kind}`];

/** The differences of two versions in a few lines; none if they do the same. */
export const changeLines = ({ nodes, ...arrows }: VersionComparison): string[] => {
  const lines = [
    ...nodes.map(nodeLine),
    ...arrowsLine(arrows.arrows_added.length, 'added'),
    ...arrowsLine(arrows.arrows_removed.length, 'removed'),
  ];
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), `and ${lines.length - maxLines + 1} more`];
};
