import { draw } from '#test/support/drawing.ts';
import type { Embedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';

let approvalCount = 0;

/** The sample bot asks for an approval; returns its id. */
export const requestApproval = async (product: Embedded): Promise<string> => {
  approvalCount += 1;
  const findingId = `fnd-${approvalCount}`;
  await sendSampleEvent(product, finding(findingId));
  const found = await eventually(
    async () => {
      const { items } = await product.api.approvals.listApprovals({ number_of_items: 100 });
      return items.find(({ message }) => message.includes(findingId));
    },
    (one) => one !== undefined,
  );
  return found?._id ?? '';
};

/** Starts a run that fails, as the API key's holder; returns its address in the console. */
export const startFailingRun = async ({ api }: Embedded, name: string): Promise<string> => {
  // No run may call a private address.
  const graph = draw('start -> call:http_request -> end', { call: { url: 'https://10.0.0.1/' } });
  const { _id: bot_id } = await api.bots.createBot({ name, graph });
  const { _id: bot_exc_id } = await api.executions.startExecution({ bot_id, version: 1 });
  await eventually(
    () => api.executions.getExecution({ bot_exc_id }),
    ({ state }) => state === 'FAILED',
  );
  return `/bots/${bot_id}/executions/${bot_exc_id}?mode=view`;
};
