import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { readPayload } from '#lib/domain/executions/runs/payload.service.ts';
import type { EngineDeps } from '../deps.ts';
import { readsAny, readsIn, type Reading, type Scope } from '../expression.ts';
import { NodeError } from './node-error.ts';
import type { Segment } from './segment.ts';

const readEvent = async (deps: EngineDeps, run: Execution): Promise<unknown> => {
  const payload = await readPayload(deps, run);
  if (!payload) throw new NodeError('The event that started this run is no longer kept.');
  return payload.value;
};

const payloads = new WeakMap<Execution, Promise<unknown>>();

/** The payload that started the run, read once per call for all of its lanes. */
const payloadOf = (deps: EngineDeps, run: Execution): Promise<unknown> => {
  const payload = payloads.get(run) ?? readEvent(deps, run);
  payloads.set(run, payload);
  return payload;
};

const isRead = (reading: Reading, name: string): boolean => reading === 'all' || reading.has(name);

/**
 * The scope in which expressions are evaluated. Only outputs and events that the expressions name
 * are loaded, each at most once. A lane reads its own results and those of the lanes around it.
 */
export const scopeOf = ({ deps, run, way, record, around, turn }: Segment) => {
  const records = [record, ...around];
  const findRecord = (id: string) => records.find(({ results }) => results.has(id));

  return async (settings: unknown): Promise<Scope> => {
    const reads = readsIn(settings);
    const nodes: [string, unknown][] = [];
    for (const { id, name, type } of way.program.view.nodes) {
      if (!isRead(reads.nodes, name)) continue;
      const nodeRecord = findRecord(id);
      if (!nodeRecord) continue;
      nodes.push([
        name,
        type === 'start' ? await payloadOf(deps, run) : await nodeRecord.output(id),
      ]);
    }
    const { _id: id, bot_name: bot, created_at: started_at, trigger } = run;
    return {
      event: readsAny(reads.event) ? await payloadOf(deps, run) : undefined,
      nodes: Object.fromEntries(nodes),
      loop: turn,
      run: { id, bot, started_at, trigger },
      site: deps.site,
    };
  };
};
