// The agent: enrols once, then asks for work and does the jobs that its server signed.
import { setTimeout as wait } from 'node:timers/promises';
import { openCalls } from './calls.ts';
import { openCluster } from './cluster.ts';
import { factsOf } from './facts.ts';
import { EnrolmentError, type Identity, openIdentity } from './identity.ts';
import { openKinds } from './kinds/kinds.ts';
import { fileStore, secretStore } from './key-store.ts';
import { tell } from './log.ts';
import { openPlaces } from './places.ts';
import { readSettings, SettingsError } from './settings.ts';
import { openWork } from './work.ts';

/** Milliseconds between two attempts to enrol. */
const again = 5000;

/** The exit code if another start would fail in the same way; systemd does not restart on it. */
const hopeless = 78;

/** Retries until the server answers; a rejection is final. */
const enrolled = async (options: Parameters<typeof openIdentity>[0]): Promise<Identity> => {
  for (;;) {
    try {
      return await openIdentity(options);
    } catch (error) {
      if (error instanceof EnrolmentError) throw error;
      tell('not enrolled yet', { why: String(error) });
      await wait(again);
    }
  }
};

const start = async (): Promise<void> => {
  const places = openPlaces(process.env);
  const settings = readSettings(places.settings);
  const cluster = settings.type === 'kubernetes' ? openCluster(places.cluster()) : undefined;
  const secret = process.env.CLOUDWARDEN_KEY_SECRET;
  const store = cluster && secret ? secretStore(cluster, secret) : fileStore(places.identity());
  const facts = await factsOf(cluster);
  const { url, agentId } = settings;
  const enrolmentKey = places.enrolmentKey();
  const identity = await enrolled({ store, url, agentId, enrolmentKey, facts });
  tell('at work', { agent_id: agentId, ...facts });
  const kinds = openKinds(settings, { cluster, systemctl: places.systemctl });
  const work = openWork({ identity, calls: openCalls(identity), kinds, facts });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, work.stop);
  await work.run();
  tell('stopped');
};

start().catch((error: unknown) => {
  const isKnown = error instanceof EnrolmentError || error instanceof SettingsError;
  tell('stopped', { why: isKnown ? error.message : String(error) });
  process.exitCode = isKnown ? hopeless : 1;
});
