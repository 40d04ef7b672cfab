import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { tableColumns } from '#lib/domain/inventory/table-columns.ts';
import { CannotCollect, type Collector } from '#lib/ports/collector.ts';

/** A collector, with an account that it reads. */
export type OpenedCollector = {
  collector: Collector;
  integration: Integration;
  /** A table with rows in the account. */
  table: string;
  /** From now on the account cannot be read. */
  breakOff: () => Promise<unknown> | void;
  /** From now on the account's source does not answer; absent if the collector has no source. */
  hold?: () => void;
  /** Texts that no error message may contain. */
  secrets: readonly string[];
  close: () => Promise<unknown> | void;
};

const noCallbacks = { problem: () => undefined, closed: () => undefined, again: () => undefined };

const read = async (
  { collector, integration }: OpenedCollector,
  table: string,
  signal = new AbortController().signal,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const batch of collector.rows({ integration, table, signal, ...noCallbacks })) {
    rows.push(...batch);
  }
  return rows;
};

const collectErrorOf = async (reading: Promise<unknown>): Promise<string> => {
  try {
    await reading;
    return 'It was read.';
  } catch (error) {
    if (error instanceof CannotCollect) return error.message;
    throw error;
  }
};

/** What scans rely on, whichever collector reads an account. */
export const collectorContract = (name: string, open: () => Promise<OpenedCollector>): void => {
  describe(`the collector ${name}`, () => {
    let scene: OpenedCollector;
    beforeEach(async () => {
      scene = await open();
    });
    afterEach(() => scene.close());

    it('lists known tables, and reads rows that fit their columns', async () => {
      const { collector, integration, table } = scene;
      const tables = await collector.tables(integration);
      expect(tables.filter((one) => !tableColumns(one))).toEqual([]);
      expect(new Set(tables).size).toBe(tables.length);
      expect(tables).toContain(table);
      const rows = await read(scene, table);
      expect(rows.length).toBeGreaterThan(0);
      const columns = tableColumns(table) ?? {};
      const strange = rows.flatMap((row) => Object.keys(row).filter((column) => !columns[column]));
      expect(strange).toEqual([]);
      // Undefined values are left out, to keep files small.
      expect(rows.flatMap((row) => Object.values(row)).filter((one) => one === undefined)).toEqual(
        [],
      );
    });

    it('reports a table that it cannot read', async () => {
      const reason = await collectErrorOf(read(scene, 'aws_s3_object; drop table x'));
      expect(reason).toMatch(/^[A-Z].*\.$/);
      expect(reason).not.toBe('It was read.');
    });

    it('reports an account that cannot be read, without revealing secrets', async () => {
      await scene.breakOff();
      const reason = await collectErrorOf(read(scene, scene.table));
      expect(reason).toMatch(/^[A-Z"].*\.$/);
      expect(reason).not.toBe('It was read.');
      for (const secret of scene.secrets) expect(reason).not.toContain(secret);
    });

    it('stops reading when the scan is cancelled', async () => {
      const cancel = new AbortController();
      scene.hold?.();
      const reading = read(scene, scene.table, cancel.signal).then(
        () => 'over',
        () => 'over',
      );
      setImmediate(() => cancel.abort());
      expect(await reading).toBe('over');
    });
  });
};
