import * as z from 'zod';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { InventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { InventoryType } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { type FieldContext, type Settings, textOf } from '../fields/control.ts';

const { integration_type, mode } = nodeSettings.steampipe_query.shape;

/** The integration type whose tables a query reads. */
export const queriedType = (settings: Settings): InventoryType =>
  integration_type.catch('aws').parse(settings['integration_type']);

/** Whether a query reads accounts live. */
export const isLiveQuery = (settings: Settings): boolean =>
  mode.catch('last_scan').parse(settings['mode']) === 'live';

const chosen = z.object({ id: z.string().optional().catch(undefined) });
const ids = z.array(chosen).catch([]);

/** The ids of the integrations in a query. */
export const chosenIds = (settings: Settings): string[] =>
  ids.parse(settings['integrations']).flatMap(({ id }) => id ?? []);

const texts = z.array(z.string()).catch([]);

type Values = { values: InventoryQuery['values'] } | { problem: string };

/** The values of a query, with the chosen data for expressions. */
const valuesOf = async (settings: Settings, preview: FieldContext['preview']): Promise<Values> => {
  const values: InventoryQuery['values'] = [];
  for (const text of texts.parse(settings['values'])) {
    if (!text.includes('{%')) {
      values.push(text);
      continue;
    }
    if (!preview) return { problem: 'Choose saved data first: the values are expressions.' };
    const result = await preview.of(text);
    if ('problem' in result) return { problem: `${text}: ${result.problem}` };
    const { data = null } = z.json().safeParse(result.value);
    values.push(data);
  }
  return { values };
};

/** Rows shown in a preview. */
const shownRows = 10;

/** The input of a preview: the query as the node would run it, limited to the first rows. */
export const previewInputOf = async (settings: Settings, preview: FieldContext['preview']) => {
  const found = await valuesOf(settings, preview);
  if ('problem' in found) return found;
  const integration_ids = chosenIds(settings);
  return {
    integration_type: queriedType(settings),
    sql: textOf(settings['sql']),
    values: found.values,
    limit: shownRows,
    ...(integration_ids.length > 0 && { integration_ids }),
  };
};
