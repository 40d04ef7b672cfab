import { entryOfKind, type PerActingKind } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeKinds } from '#lib/domain/bots/node-kinds.schema.ts';
import { nodeRules } from '#lib/engine/nodes/kinds.ts';
import type { EffectCall } from '#lib/engine/nodes/node.ts';
import { integrationId } from './node-world.ts';

/** Settings that count how often one of them is read. */
const countReads = (settings: Record<string, unknown>) => {
  const looks = { count: 0 };
  const get = (target: typeof settings, name: string | symbol) => {
    looks.count += 1;
    return Reflect.get(target, name);
  };
  return { looks, settings: new Proxy(settings, { get }) };
};

const integration = { type: 'openai', id: integrationId };

const raws: PerActingKind<Record<string, unknown>> = {
  ai_agent: { integration, task: 'a', agent_toolkit: [], agent_bots: [], agent_mcp_tools: [] },
  ai_condition: { integration, model: '', question: 'a', data: 'b', confidence_percent: 5 },
  http_request: { method: 'GET', url: 'http://a.test', headers: [], timeout_seconds: 1 },
  notification: { channel: 'email', to: 'a@example.com', subject: 'a', message: 'b' },
  python_code: { code: 'pass', inputs: {}, timeout_seconds: 1 },
  rest_api_action: { action: 'none' },
  steampipe_query: { sql: 'select 1', values: [], integrations: [] },
};

const kinds = nodeKinds.flatMap((kind) => {
  const raw = entryOfKind(raws, kind);
  return raw ? [[kind, raw] as const] : [];
});

describe('the settings of a node', () => {
  it.each(kinds)('are read only when a node of kind %s begins', async (type, raw) => {
    const { looks, settings } = countReads(raw);
    const node = { id: 'n', type, name: 'n', position: { x: 0, y: 0 }, settings: {} };
    const call = { node, settings, now: 0, key: 'k', tenant_id: 'org_1' };
    nodeRules[type].begin(call);
    const { count } = looks;
    expect(count).toBeGreaterThan(0);
    // Without the effect's dependencies, it fails right after reading the settings.
    const effect = { ...call, deps: {} } as unknown as EffectCall;
    await nodeRules[type].perform?.(effect).catch(() => undefined);
    expect(looks.count).toBe(count);
  });
});
