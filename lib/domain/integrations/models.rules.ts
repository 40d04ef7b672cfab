import type { Values } from './form.rules.ts';

/** A model that an integration offers, with prices in US dollars per million tokens if known. */
export type OfferedModel = { name: string; price?: { input: number; output: number } };

const maxModels = 50;

export const isModelName = (text: string): boolean => /^[\w.:/@+-]{1,200}$/.test(text);

/** A model name, optionally followed by the prices per million input and output tokens. */
const linePattern =
  /^([\w.:/@+-]{1,200})(?:\s+(\d{1,5}(?:\.\d{1,6})?)\s+(\d{1,5}(?:\.\d{1,6})?))?$/;

const parseLine = (text: string): OfferedModel | undefined => {
  const [, name, input, output] = linePattern.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (input === undefined || output === undefined) return { name };
  return { name, price: { input: Number(input), output: Number(output) } };
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The models in a text, one per line; undefined if it has none, too many, or invalid lines. */
export const parseModels = (text: string): OfferedModel[] | undefined => {
  const models = linesOf(text).map(parseLine);
  if (models.length === 0 || models.length > maxModels) return undefined;
  const parsed = models.filter((one) => one !== undefined);
  const names = new Set(parsed.map(({ name }) => name));
  return names.size === models.length ? parsed : undefined;
};

/** The models that an integration offers; empty if it lists none, and so accepts any. */
export const offeredModels = ({ models = '' }: Values): OfferedModel[] => parseModels(models) ?? [];

/** The model that is used if none is named: the chosen default, or the first of the list. */
export const defaultModel = (values: Values): string | undefined =>
  values.default_model || offeredModels(values)[0]?.name;

const maxModelsNamed = 5;

/**
 * What is wrong with the models in a form, compared with those of its server; undefined if nothing.
 * `isListed` tells which names the server's list would contain.
 */
export const unknownModelProblem = (
  values: Values,
  availableModels: readonly string[],
  isListed: (name: string) => boolean = () => true,
): string | undefined => {
  const requestedModels = [
    ...offeredModels(values).map(({ name }) => name),
    defaultModel(values) ?? '',
  ];
  const missing = requestedModels.find(
    (name) => name !== '' && isListed(name) && !availableModels.includes(name),
  );
  if (missing === undefined) return undefined;
  const modelList = availableModels.slice(0, maxModelsNamed).join(', ');
  const remainder =
    availableModels.length > maxModelsNamed
      ? ` and ${availableModels.length - maxModelsNamed} more`
      : '';
  const has = availableModels.length === 0 ? 'It has no models' : `It has ${modelList}${remainder}`;
  return `has no model "${missing}". ${has}. Check "Models" and "Default model" in the form.`;
};

/** Whether an integration offers this model; one that lists no models offers any. */
export const offersModel = (values: Values, name: string): boolean => {
  const offered = offeredModels(values);
  return offered.length === 0 || offered.some((one) => one.name === name);
};

/** Why this model cannot be used; undefined if it can. */
export const modelProblem = (
  { alias, values }: { alias: string; values: Values },
  name: string,
): string | undefined => {
  if (name === '') return `The integration "${alias}" has no default model. Name a model.`;
  if (offersModel(values, name)) return undefined;
  const problem = `The integration "${alias}" does not offer the model "${name.slice(0, 200)}".`;
  return `${problem} Choose a model from its list, or add it to the list.`;
};

/** The model that a node names, or the default of its integration; empty if there is none. */
export const modelOrDefault = (values: Values, name: string): string =>
  name || (defaultModel(values) ?? '');

type Usage = { input_tokens: number; output_tokens: number };

const million = 1_000_000;

/** The cost of tokens in US dollars; undefined if the price of the model is not known. */
export const modelCost = (values: Values, name: string, usage: Usage): number | undefined => {
  const price = offeredModels(values).find((one) => one.name === name)?.price;
  if (!price) return undefined;
  return (usage.input_tokens * price.input + usage.output_tokens * price.output) / million;
};
