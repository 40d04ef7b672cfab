import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { AbstractLevel } from 'abstract-level';
import dynalite from 'dynalite';
import { once } from 'node:events';
import { createTableInput } from '#lib/local/database.ts';
import { closeIteratorsOnReturn } from '#lib/local/level-iterators.ts';
import { readWithoutWaiting } from '#lib/local/level-reads.ts';
import { type Database, putItem, readItems } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const table: TableSpec = {
  name: 'things',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { by_name: { partition: 'tenant_id', sort: 'name' } },
};

/** What LevelDB keeps open: it adds and removes its iterators by these two methods. */
const watchIterators = (): Set<object> => {
  const held = new Set<object>();
  const { attachResource, detachResource } = AbstractLevel.prototype;
  Object.assign(AbstractLevel.prototype, {
    attachResource(this: AbstractLevel<unknown>, resource: never) {
      held.add(resource);
      attachResource.call(this, resource);
    },
    detachResource(this: AbstractLevel<unknown>, resource: never) {
      held.delete(resource);
      detachResource.call(this, resource);
    },
  });
  return held;
};

const { folder, remove } = temporaryFolder();
const held = watchIterators();
closeIteratorsOnReturn();
readWithoutWaiting();
const server = dynalite({ path: folder, createTableMs: 0, deleteTableMs: 0 });
let db: Database;
let client: DynamoDBClient;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await client.send(new CreateTableCommand(createTableInput(table)));
  const documents = DynamoDBDocumentClient.from(client);
  db = { documents, nameOf: ({ name }) => name, cursorKey: '' };
  for (let n = 0; n < 30; n += 1) {
    await putItem(db, table, { tenant_id: 'org_1', _id: `thing_${n}`, name: `name ${n}` });
  }
});

afterAll(async () => {
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
  remove();
});

const settled = async () => {
  for (let turn = 0; turn < 100 && held.size > 0; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return held.size;
};

describe('an iterator of LevelDB', () => {
  it.each([
    ['reads to the end', { limit: 100 }, undefined],
    ['stops at its limit', { limit: 3 }, undefined],
    ['reads an index', { limit: 3 }, 'by_name'],
  ])('is closed by every query that %s', async (_name, start, index) => {
    const question = { table, partition: 'org_1', ...(index && { index }) };
    for (let round = 0; round < 50; round += 1) {
      for await (const item of readItems(db, question, start)) {
        expect(item.tenant_id).toBe('org_1');
        if (round % 2 === 0) break;
      }
    }
    expect(await settled()).toBe(0);
  });

  it('is closed by queries that run at once', async () => {
    const question = { table, partition: 'org_1' };
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        for await (const _item of readItems(db, question, { limit: 1 })) break;
      }),
    );
    expect(await settled()).toBe(0);
  });
});
