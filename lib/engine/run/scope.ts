import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { listenerEventStore } from '#lib/domain/listeners/listener-event.store.ts';
import type { EngineDeps } from '../deps.ts';
import { readsIn, type Reading, type Scope } from '../expression.ts';
import type { GraphView } from '../graph.ts';
import { NodeError } from './node-error.ts';
import type { RunRecord } from './record.ts';

type ScopeDeps = Pick<EngineDeps, 'db' | 'files' | 'site'>;

const readEvent = async ({ db, files }: ScopeDeps, run: Execution): Promise<unknown> => {
  const { tenant_id, trigger } = run;
  if (trigger.type !== 'event') return run.input;
  const event = await listenerEventStore(db, tenant_id, trigger.listener_id).get(trigger.event_id);
  const text = event?.body_ref === undefined ? event?.body : await files.get(event.body_ref);
  if (text === undefined) {
    throw new NodeError('The event that started this run is no longer kept.');
  }
  return JSON.parse(text);
};

const isRead = (reading: Reading, name: string): boolean => reading === 'all' || reading.has(name);

/**
 * Gives expressions what they read: only outputs and events that a value's expressions name are
 * loaded, each at most once.
 */
export const scopeOf = (deps: ScopeDeps, run: Execution, view: GraphView, record: RunRecord) => {
  let event: Promise<unknown> | undefined;
  const payload = () => (event ??= readEvent(deps, run));

  return async (settings: unknown): Promise<Scope> => {
    const reads = readsIn(settings);
    const nodes: [string, unknown][] = [];
    for (const { id, name, type } of view.nodes) {
      if (!isRead(reads.nodes, name) || !record.results.has(id)) continue;
      nodes.push([name, type === 'start' ? await payload() : await record.output(id)]);
    }
    const eventRead = reads.event === 'all' || reads.event.size > 0;
    const { _id: id, bot_name: bot, created_at: started_at, trigger } = run;
    return {
      event: eventRead ? await payload() : undefined,
      nodes: Object.fromEntries(nodes),
      run: { id, bot, started_at, trigger },
      site: deps.site,
    };
  };
};
