// The cluster as seen by jobs: without the Secrets of the agent's namespace, which hold its key.
import type { Cluster, ClusterCall } from '../cluster.ts';

/**
 * Restricts what jobs may call, by the path of the call and whatever the kind of job. Needed
 * because the service account may read and write the key, as the agent itself does.
 */
export const withoutOwnSecrets = (cluster: Cluster): Cluster => {
  const { namespace } = cluster;
  const secretsPath = `/api/v1/namespaces/${namespace}/secrets`;

  const restrict = (call: ClusterCall): ClusterCall => {
    const url = new URL(call.path, 'https://cluster');
    const path = url.pathname.toLowerCase();
    if (path === secretsPath || path.startsWith(`${secretsPath}/`)) {
      throw new Error(
        `The Secrets of ${namespace} are the agent's own: no job reads or changes them.`,
      );
    }
    if (path !== '/api/v1/secrets') return call;
    // In front, because a given selector could end in a character that escapes the comma.
    const selector = url.searchParams.get('fieldSelector');
    const selectors = [`metadata.namespace!=${namespace}`, ...(selector ? [selector] : [])];
    url.searchParams.set('fieldSelector', selectors.join(','));
    return { ...call, path: url.pathname + url.search };
  };

  return {
    namespace,
    text: async (call) => cluster.text(restrict(call)),
    json: async (call) => cluster.json(restrict(call)),
  };
};
