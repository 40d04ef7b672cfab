import type { Condition, Item, Setting } from './database.ts';

/** The amount to add to each number attribute. */
export type Amounts = Readonly<Record<string, number>>;

/** Builds an update expression with its placeholder names and values. */
export const updateExpression = (
  settings: readonly Setting[],
  condition: Condition | undefined,
  amounts: Amounts = {},
) => {
  const names: Record<string, string> = { ...condition?.names };
  const values: Item = { ...condition?.values };
  const sets: string[] = [];
  const removes: string[] = [];
  const adds = Object.entries(amounts).map(([name, amount], index) => {
    names[`#a${index}`] = name;
    values[`:a${index}`] = amount;
    return `#a${index} :a${index}`;
  });
  settings.forEach(([path, value], index) => {
    const placeholders = path.map((segment, depth) => {
      names[`#s${index}_${depth}`] = segment;
      return `#s${index}_${depth}`;
    });
    if (value === undefined) removes.push(placeholders.join('.'));
    else {
      values[`:s${index}`] = value;
      sets.push(`${placeholders.join('.')} = :s${index}`);
    }
  });
  const clauses = [
    sets.length > 0 ? `SET ${sets.join(', ')}` : '',
    removes.length > 0 ? `REMOVE ${removes.join(', ')}` : '',
    adds.length > 0 ? `ADD ${adds.join(', ')}` : '',
  ];
  return {
    UpdateExpression: clauses.filter(Boolean).join(' '),
    ConditionExpression: condition?.text,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: Object.keys(values).length > 0 ? values : undefined,
  };
};
