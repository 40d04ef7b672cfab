import type { Cluster } from '../cluster.ts';
import type { Settings } from '../settings.ts';
import { httpKinds } from './http.ts';
import { kubernetesKinds } from './kubernetes.ts';
import { linuxKinds } from './linux.ts';
import type { Kinds } from './job-handler.ts';

type AgentResources = { cluster: Cluster | undefined; systemctl: string };

/** The kinds of jobs that this agent can do; any other job fails. */
export const openKinds = (settings: Settings, { cluster, systemctl }: AgentResources): Kinds => ({
  ...httpKinds(settings),
  ...(cluster ? kubernetesKinds(cluster) : linuxKinds(settings, systemctl)),
});
