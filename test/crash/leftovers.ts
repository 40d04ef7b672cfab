import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { approvalTable } from '#lib/domain/approvals/approval.table.ts';
import { executionTable, laneTable } from '#lib/domain/executions/execution.table.ts';
import { pauseTable } from '#lib/domain/pauses/pause.table.ts';
import { userInputTable } from '#lib/domain/user-inputs/user-input.table.ts';
import { openDatabase } from '#lib/local/database.ts';
import type { Item } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { tables } from '#lib/tables.ts';

const countQueries = {
  'open runs of the machine': `select count(*) as n from runner_runs where status = 'RUNNING'`,
  'open iterations': 'select count(*) as n from runner_iterations',
  'task tokens of the machine': 'select count(*) as n from runner_tokens',
  'facts not delivered': 'select count(*) as n from bus_facts',
};

/** Unfinished work of a product's runner and bus; the product may be running. */
export const findQueuedWork = (dataFolder: string): string[] => {
  const file = new DatabaseSync(join(dataFolder, 'database.db'), { readOnly: true, timeout: 1000 });
  try {
    return Object.entries(countQueries).flatMap(([label, query]) => {
      const count = Number(file.prepare(query).get()?.n);
      return count === 0 ? [] : [`${label}: ${count}`];
    });
  } finally {
    file.close();
  }
};

type IsOpen = [table: TableSpec, isOpen: (item: Item) => boolean];

const isMarked =
  (...marks: string[]) =>
  (item: Item): boolean =>
    marks.some((mark) => item[mark] !== undefined);

const openItemRules: IsOpen[] = [
  [executionTable, isMarked('open', 'outbox', 'waiting_for', 'queue_at')],
  [laneTable, isMarked('open', 'waiting_for')],
  [pauseTable, () => true],
  [approvalTable, (item) => item.status === 'pending' || item.outbox !== undefined],
  [userInputTable, isMarked('pending', 'outbox')],
];

/** Open items in the tables of a product that has ended. */
export const findOpenItems = async (dataFolder: string): Promise<string[]> => {
  const db = openDatabase({
    path: join(dataFolder, 'database.db'),
    tables,
    cursorKey: () => 'no page is read',
  });
  try {
    const openItems: string[] = [];
    for (const [table, isOpen] of openItemRules) {
      const items = (await db.itemsOf(table)).filter(isOpen);
      openItems.push(
        ...items.map((item) => `${table.name}: ${JSON.stringify(item).slice(0, 500)}`),
      );
    }
    return openItems;
  } finally {
    await db.close();
  }
};
