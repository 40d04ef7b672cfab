import type { OtherEditor } from '#lib/domain/bots/editor.schema.ts';

const list = new Intl.ListFormat('en-GB');

const maxNames = 3;

const namesText = (names: readonly string[]): string => {
  const moreCount = names.length - maxNames;
  return list.format(moreCount > 0 ? [...names.slice(0, maxNames), `${moreCount} more`] : names);
};

const namesOf = (people: readonly OtherEditor[]): string =>
  namesText(people.map(({ name }) => name));

const peopleText = (people: readonly OtherEditor[]): string => {
  const has = people.length === 1 ? 'has' : 'have';
  const unsaved = people.filter((one) => one.unsaved);
  const namesPrefix = unsaved.length === people.length ? '' : `${namesOf(unsaved)} `;
  const changes = unsaved.length > 0 ? `, ${namesPrefix}with unsaved changes` : '';
  return `${namesOf(people)} ${has} this bot open too${changes}.`;
};

const selfText = ({ unsaved }: OtherEditor): string =>
  `You have this bot open in another window${unsaved ? ', with unsaved changes' : ''}.`;

/** Who else has the bot open, and what that means. */
export const editorsText = (others: readonly OtherEditor[]): string => {
  if (others.length === 0) return 'Nobody else has this bot open now.';
  const self = others.find(({ is_self }) => is_self);
  const people = others.filter(({ is_self }) => !is_self);
  const sentences = [
    ...(people.length > 0 ? [peopleText(people)] : []),
    ...(self ? [selfText(self)] : []),
    ...(others.some(({ unsaved }) => unsaved) ? ['Whoever saves last is asked to compare.'] : []),
  ];
  return sentences.join(' ');
};
