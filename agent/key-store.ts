// Stores an agent's key: in a file that only its user can read, or in a Secret of its namespace.
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Cluster } from './cluster.ts';

export type KeyStore = {
  /** The stored text; undefined if there is none yet. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
};

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

/** A file with mode 0600 that is replaced as a whole. */
export const fileStore = (path: string): KeyStore => ({
  async read() {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  async write(text) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(`${path}.new`, 'w', 0o600);
    // A file left over from a crash keeps its old mode.
    fchmodSync(file, 0o600);
    writeSync(file, text);
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.new`, path);
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  },
});

/** One key of an existing Secret: the agent may not create any. */
export const secretStore = (cluster: Cluster, name: string): KeyStore => {
  const path = `/api/v1/namespaces/${cluster.namespace}/secrets/${name}`;
  return {
    async read() {
      const { data } = (await cluster.json({ path })) as { data?: { identity?: string } };
      return data?.identity && Buffer.from(data.identity, 'base64').toString('utf8');
    },
    async write(text) {
      const body = JSON.stringify({ data: { identity: Buffer.from(text).toString('base64') } });
      await cluster.json({ method: 'PATCH', path, body, type: 'application/merge-patch+json' });
    },
  };
};
