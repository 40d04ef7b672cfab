import type { Cluster } from '../cluster.ts';
import type { Settings } from '../settings.ts';
import { httpKinds } from './http.ts';
import { kubernetesKinds } from './kubernetes.ts';
import { linuxKinds } from './linux.ts';
import type { Kinds } from './run.ts';

type Place = { cluster: Cluster | undefined; systemctl: string };

/** What this agent can do: what is not among it, nobody can ask of it. */
export const openKinds = (settings: Settings, { cluster, systemctl }: Place): Kinds => ({
  ...httpKinds(settings),
  ...(cluster ? kubernetesKinds(cluster) : linuxKinds(settings, systemctl)),
});
