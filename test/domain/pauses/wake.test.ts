import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { wakeRun } from '#lib/domain/pauses/wake.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant } from '#test/support/people.ts';

const { db } = openTestDatabase();
const pausePlace = { bot_exc_id: 'exc_1', lane: '', node_id: 'find' };

/** A run that waits at a place; `meanwhile` happens before a resume is answered. */
const open = async () => {
  const tenant_id = newTenant();
  const pauses = pauseStore(db, tenant_id);
  await pauses.put(pausePlace, 'token-1');
  const resumed: string[] = [];
  const meanwhile: { onResume?: (() => Promise<unknown>) | undefined } = {};
  const resume = async (token: string) => {
    resumed.push(token);
    await meanwhile.onResume?.();
    return 'resumed' as const;
  };
  const notify = () => wakeRun({ db, runner: { resume } }, tenant_id, pausePlace);
  return { pauses, resumed, meanwhile, notify };
};

describe('a run that waits', () => {
  it('is resumed once by two identical notices', async () => {
    const { resumed, notify } = await open();
    await notify();
    await notify();
    expect(resumed).toEqual(['token-1']);
  });

  it('is also resumed from its next wait, which began during the first resume', async () => {
    const { pauses, resumed, meanwhile, notify } = await open();
    // The run continued before this delivery was answered, and waits in the same place again.
    meanwhile.onResume = () => pauses.put(pausePlace, 'token-2');
    await notify();
    meanwhile.onResume = undefined;
    await notify();
    expect(resumed).toEqual(['token-1', 'token-2']);
    expect(await pauses.get(pausePlace)).toBeUndefined();
  });
});
