import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});
afterAll(() => product.close());

/** A run that waits for an answer. */
const start = async (
  name: string,
  drawing: string,
  ask: Record<string, unknown>,
): Promise<void> => {
  const graph = draw(drawing, { ask });
  const { _id } = await product.api.bots.createBot({ name, graph });
  await product.api.executions.startExecution({ bot_id: _id, version: 1 });
};

const openQuestions = async () => {
  const { api } = product;
  await start('Ask for a yes', 'start -> ask:approval -approved-> end', { message: 'May it?' });
  await start('Ask for a name', 'start -> ask:user_input -> end', {
    inputs: [{ id: 'name', label: 'Name', required: false }],
  });
  const approvals = await eventually(
    () => api.approvals.listApprovals({}),
    ({ items }) => items.length === 1,
  );
  const forms = await eventually(
    () => api['user-inputs'].listUserInputs({}),
    ({ items }) => items.length === 1,
  );
  return { approval_id: approvals.items[0]?._id ?? '', form_id: forms.items[0]?._id ?? '' };
};

/** Requests of mail scanners, chat previews and browsers that prefetch. */
const previewRequests: { method?: string; headers?: Record<string, string> }[] = [
  { method: 'GET' },
  { method: 'HEAD' },
  { method: 'OPTIONS' },
  { headers: { 'sec-purpose': 'prefetch' } },
];

describe('a link that a scanner, a preview or a prefetch opens', () => {
  it('decides no approval and submits no user input, even with a valid key', async () => {
    const { api, url, api_key } = product;
    const { approval_id, form_id } = await openQuestions();
    const decision = 'status=resolved&all=true&message=Yes';
    const links = [
      `app#/approvals/view/${approval_id}`,
      `app#/approvals/${approval_id}`,
      `app#/user-input/${form_id}`,
      `api/approvals/${approval_id}`,
      `api/approvals/${approval_id}/resources`,
      `api/approvals/${approval_id}/resources/count`,
      `api/approvals/${approval_id}/resolve?${decision}`,
      `api/user_inputs/${form_id}`,
      `api/user_inputs/${form_id}/submit?values=%7B%7D`,
    ];
    for (const link of links) {
      for (const init of previewRequests) {
        const headers = { ...init.headers, authorization: api_key };
        const answer = await fetch(`${url}/${link}`, { ...init, headers });
        await answer.arrayBuffer();
      }
    }
    expect(await api.approvals.getApproval({ approval_id })).toMatchObject({
      status: 'pending',
      resolutions: [],
    });
    const form = await api['user-inputs'].getUserInput({ user_input_id: form_id });
    expect(form.status).toBe('PENDING');
  });
});
