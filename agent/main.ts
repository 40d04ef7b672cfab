// The agent: enrols once, then asks for work and does the jobs that its server signed.
import { setTimeout as wait } from 'node:timers/promises';
import { openCalls } from './calls.ts';
import { openCluster } from './cluster.ts';
import { factsOf } from './facts.ts';
import { EnrolmentError, type Identity, openIdentity } from './identity.ts';
import { openKinds } from './kinds/kinds.ts';
import { fileStore, secretStore } from './key-store.ts';
import { writeLog } from './log.ts';
import { readEnvironment } from './environment.ts';
import { readSettings, SettingsError } from './settings.ts';
import { openWork } from './work.ts';

/** Milliseconds between two attempts to enrol. */
const enrolRetryDelay = 5000;

/** The exit code if another start would fail in the same way; systemd does not restart on it. */
const permanentFailureCode = 78;

/** Retries until the server answers; a rejection is final. */
const enrolWithRetries = async (options: Parameters<typeof openIdentity>[0]): Promise<Identity> => {
  for (;;) {
    try {
      return await openIdentity(options);
    } catch (error) {
      if (error instanceof EnrolmentError) throw error;
      writeLog('not enrolled yet', { why: String(error) });
      await wait(enrolRetryDelay);
    }
  }
};

const start = async (): Promise<void> => {
  const places = readEnvironment(process.env);
  const settings = readSettings(places.settings);
  const cluster = settings.type === 'kubernetes' ? openCluster(places.cluster()) : undefined;
  const secret = process.env.CLOUDWARDEN_KEY_SECRET;
  const store = cluster && secret ? secretStore(cluster, secret) : fileStore(places.identity());
  const facts = await factsOf(cluster);
  const { url, agentId } = settings;
  const enrolmentKey = places.enrolmentKey();
  const identity = await enrolWithRetries({ store, url, agentId, enrolmentKey, facts });
  writeLog('at work', { agent_id: agentId, ...facts });
  const kinds = openKinds(settings, { cluster, systemctl: places.systemctl });
  const workLoop = openWork({ identity, calls: openCalls(identity), kinds, facts });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, workLoop.stop);
  await workLoop.run();
  writeLog('stopped');
};

start().catch((error: unknown) => {
  const isKnown = error instanceof EnrolmentError || error instanceof SettingsError;
  writeLog('stopped', { why: isKnown ? error.message : String(error) });
  process.exitCode = isKnown ? permanentFailureCode : 1;
});
