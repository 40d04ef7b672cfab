// A cluster as jobs see it: without the Secrets of the agent's own namespace, which hold its key.
import type { Cluster, ClusterCall } from '../cluster.ts';

/**
 * What jobs may call. It is the path of the call that decides, whichever kind of job made it: the
 * service account may read and write the key, since the agent itself does.
 */
export const withoutOwnSecrets = (cluster: Cluster): Cluster => {
  const { namespace } = cluster;
  const own = `/api/v1/namespaces/${namespace}/secrets`;

  const allowed = (call: ClusterCall): ClusterCall => {
    const url = new URL(call.path, 'https://cluster');
    const path = url.pathname.toLowerCase();
    if (path === own || path.startsWith(`${own}/`)) {
      throw new Error(
        `The Secrets of ${namespace} are the agent's own: no job reads or changes them.`,
      );
    }
    if (path !== '/api/v1/secrets') return call;
    // In front: what is given could end in a sign that makes the comma a part of its value.
    const given = url.searchParams.get('fieldSelector');
    const selectors = [`metadata.namespace!=${namespace}`, ...(given ? [given] : [])];
    url.searchParams.set('fieldSelector', selectors.join(','));
    return { ...call, path: url.pathname + url.search };
  };

  return {
    namespace,
    text: async (call) => cluster.text(allowed(call)),
    json: async (call) => cluster.json(allowed(call)),
  };
};
