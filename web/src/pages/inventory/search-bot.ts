import type { NewBot } from '#lib/domain/bots/bot.schema.ts';
import {
  inventoryTypeOf,
  resourceTypeName,
} from '#lib/domain/inventory/resources/resource-name.rules.ts';
import type { ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { searchSql } from '#lib/domain/inventory/search/search-sql.rules.ts';

/**
 * A bot that runs the same query on the last scans, to be extended by the user. The query must be
 * valid for these columns (`problemsOf`).
 */
export const createSearchBot = (query: SearchQuery, columns: readonly ResourceColumn[]): NewBot => {
  const { resource_type, integration_ids = [] } = query;
  const type = inventoryTypeOf(resource_type);
  const at = (row: number) => ({ x: 0, y: row * 144 });
  const querySettings = {
    integration_type: type,
    integrations: integration_ids.map((id) => ({ type, id })),
    sql: searchSql(query, columns),
  };
  return {
    name: `${resourceTypeName(resource_type)} search`,
    description: '',
    category: 'Operational Excellence',
    importance: 'Medium',
    graph: {
      nodes: [
        { id: 'start', type: 'start', name: 'Start', position: at(0), settings: {} },
        {
          id: 'ask',
          type: 'steampipe_query',
          name: 'Ask the inventory',
          position: at(1),
          settings: querySettings,
        },
        { id: 'end', type: 'end', name: 'End', position: at(2), settings: {} },
      ],
      edges: [
        { id: 'start-ask', source: 'start', target: 'ask' },
        { id: 'ask-end', source: 'ask', target: 'end' },
      ],
    },
  };
};
