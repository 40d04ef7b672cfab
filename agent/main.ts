// The agent: enrols once, then asks for work and does what is signed by its server.
import { setTimeout as wait } from 'node:timers/promises';
import { openCluster } from './cluster.ts';
import { factsOf } from './facts.ts';
import { EnrolmentError, openIdentity } from './identity.ts';
import { fileStore, secretStore } from './key-store.ts';
import { tell } from './log.ts';
import { openPlaces } from './places.ts';
import { readSettings, SettingsError } from './settings.ts';

/** Seconds between two attempts to enrol. */
const again = 5;

const start = async (): Promise<void> => {
  const places = openPlaces(process.env);
  const settings = readSettings(places.settings);
  const cluster = settings.type === 'kubernetes' ? openCluster(places.cluster()) : undefined;
  const secret = process.env.CLOUDWARDEN_KEY_SECRET;
  const store = cluster && secret ? secretStore(cluster, secret) : fileStore(places.identity());
  const facts = await factsOf(cluster);
  const { url, agentId } = settings;
  for (;;) {
    try {
      await openIdentity({ store, url, agentId, enrolmentKey: places.enrolmentKey(), facts });
      tell('enrolled', { agent_id: agentId });
      return;
    } catch (error) {
      if (error instanceof EnrolmentError) throw error;
      tell('not enrolled yet', { why: String(error) });
      await wait(again * 1000);
    }
  }
};

start().catch((error: unknown) => {
  const isKnown = error instanceof EnrolmentError || error instanceof SettingsError;
  tell('stopped', { why: isKnown ? error.message : String(error) });
  process.exitCode = 1;
});
