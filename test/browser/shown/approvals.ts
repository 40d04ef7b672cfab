import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { sampleBot, type ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  /** A finding whose run waits for its approval. */
  make: async (product) => {
    await sendSampleEvent(product, finding('fnd-shown'));
    const { items } = await eventually(
      () => product.api.approvals.listApprovals({}),
      (page) => page.items.length > 0,
    );
    return { approval_id: items[0]?._id ?? '', bot_exc_id: items[0]?.bot_exc_id ?? '' };
  },
  routes: [
    ['approvals', 'Approvals', sampleBot],
    ['approvals/view/{approval_id}', 'Ask before isolating', 'web-1'],
    ['approvals/{approval_id}', 'Take action: Ask before isolating', 'web-1'],
  ],
  lists: {
    'approvals/approvals': {
      route: 'approvals',
      path: 'approvals',
      rows: 'approvals',
      emptyText: 'No approvals',
    },
  },
  states: [
    {
      route: 'approvals/view/x',
      path: 'approvals/x',
      subject: 'this approval',
      loading: 'Loading approval',
    },
    {
      route: 'approvals/x',
      path: 'approvals/x',
      subject: 'this approval',
      loading: 'Loading approval',
    },
  ],
};
