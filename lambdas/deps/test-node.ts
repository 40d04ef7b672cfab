// Apart from what else there is of the engine: a node that is tested may query the inventory, and
// brings along what calls the function that does.
import type { NodeTestCall } from '#lib/domain/executions/runs/node-test.service.ts';

export const testNode = async (call: NodeTestCall) =>
  (await import('./loaded/test-node.ts')).testNode(call);
