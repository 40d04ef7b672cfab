import { listenerEventStore } from '#lib/domain/listeners/listener-event.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openSender, signatureAuth } from '../../domain/listeners/sender.ts';
import { canary, type Example } from '../example.ts';

const listener = { description: canary, auth_configs: signatureAuth };

export const example: Example = {
  inputs: {
    createListener: { ...listener, name: 'New one' },
    updateListener: listener,
    // An earlier secret is still accepted.
    rotateListenerSecret: { previous_secret: 'ends_now' },
  },
  furnish: async (scene) => {
    const { listener_id, send, signed } = await openSender(scene, { name: canary, ...listener });
    const { event_id } = (await send(signed(`{"title":"${canary}"}`))).body;
    const parked = { at: isoTime(scene.time.now), cause: canary, tries: 5 };
    await listenerEventStore(scene.db, scene.tenant_id, listener_id).park(event_id, parked);
    await scene.listeners.rotateListenerSecret(scene.root, {
      listener_id,
      previous_secret: 'ends_in_24_hours',
    });
    return { listener_id, event_id };
  },
};
