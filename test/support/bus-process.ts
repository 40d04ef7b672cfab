// Publishes facts until it is killed, or until `count` is reached, and records in files of the
// folder which were accepted and which were handled: `bus-process.ts <folder> <prefix> [count]`.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLedger } from '#lib/local/ledger.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { localBus } from './local-bus.ts';

const [folder = '', prefix = '', count = 'Infinity'] = process.argv.slice(2);
const appendLines = (file: string, ids: string[]) =>
  appendFileSync(join(folder, file), ids.map((id) => `${id}\n`).join(''));

const idOf = (fact: Fact): string => ('event_id' in fact ? fact.event_id : '');

const { bus, handledCount } = localBus({
  database: openLedger(join(folder, 'ledger.db')),
  handle: async (fact) => {
    await pause(Math.random() * 10);
    appendLines('handled', [idOf(fact)]);
  },
});
bus.start();
void handledCount(200).then(() => process.stdout.write('200 handled\n'));

for (let first = 0; first < Number(count); first += 20) {
  const ids = Array.from({ length: 20 }, (_, index) => `${prefix}-${first + index}`);
  const factOf = (event_id: string): Fact => ({
    type: 'listener_event_received',
    tenant_id: 'org_1',
    listener_id: 'lst_1',
    event_id,
  });
  await bus.publish(ids.map(factOf));
  appendLines('accepted', ids);
}
