import type { ListedModels } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import type { Mask } from '#lib/kernel/secret-masking.ts';
import { shownName } from './shown-name.ts';

/** The value at a JSON pointer (RFC 6901, without escapes); undefined where there is none. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (current, key) =>
        typeof current === 'object' && current !== null && Object.hasOwn(current, key)
          ? (current as Record<string, unknown>)[key]
          : undefined,
      value,
    );

/** The names of the models that an answer lists; undefined where it has no list. */
export const modelsIn = (
  answer: unknown,
  { at: path, id }: ListedModels,
  hide: Mask = (text) => text,
): string[] | undefined => {
  const models = valueAt(answer, path);
  if (!Array.isArray(models)) return undefined;
  return models.flatMap((one) => shownName(hide(valueAt(one, `/${id}`))) ?? []);
};
