// Where an agent keeps its key: a file that only its user reads, or a Secret of its namespace.
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
  /** What is kept; undefined where nothing is yet. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
};

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

/** A file with the mode 0600, which is whole at any time. */
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
    // One that was left behind keeps its mode.
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

/** One key of a Secret that is there already: the agent may not make any. */
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
