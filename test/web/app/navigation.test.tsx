import { activeEntry } from '#web/app/navigation.tsx';

describe('the active entry of the navigation', () => {
  it.each([
    ['/bots', '#/bots'],
    ['/bots/new', '#/bots'],
    ['/bots/bot_1', '#/bots'],
    ['/bots/executions', '#/bots/executions'],
    ['/bots/executions/exc_1', '#/bots/executions'],
    ['/bots/bot_1/executions/exc_1', '#/bots/executions'],
    ['/listeners/view/lst_1', '#/listeners'],
    ['/credentials/new', '#/credentials'],
    ['/approvals/apr_1', '#/approvals'],
    ['/botsy', '#/'],
  ])('of %s is %s', (path, entry) => {
    expect(activeEntry(path)).toBe(entry);
  });
});
