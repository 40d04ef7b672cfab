// Separate from other parts of the engine: testing a node may query the inventory, and imports what
// invokes that function.
import type { NodeTestCall } from '#lib/domain/executions/runs/node-test.service.ts';

export const testNode = async (call: NodeTestCall) =>
  (await import('./loaded/test-node.ts')).testNode(call);
