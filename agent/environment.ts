// The paths and addresses that an agent uses, as its unit or manifest sets them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './settings.ts';

type Environment = Record<string, string | undefined>;

/** The folder where a cluster puts a service account's token. */
const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

const requireVariable = (environment: Environment, name: string): string => {
  const value = environment[name];
  if (!value) throw new SettingsError(`The variable ${name} is missing.`);
  return value;
};

const readTextIfPresent = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
};

export const readEnvironment = (environment: Environment) => ({
  settings: requireVariable(environment, 'CLOUDWARDEN_SETTINGS'),

  /** The file with the agent's own key. */
  identity: () => join(requireVariable(environment, 'STATE_DIRECTORY'), 'identity.json'),

  enrolmentKey: (): string | undefined => {
    const folder = environment.CREDENTIALS_DIRECTORY;
    const storedKey =
      folder === undefined ? undefined : readTextIfPresent(join(folder, 'enrolment-key'));
    return environment.CLOUDWARDEN_ENROLMENT_KEY ?? storedKey;
  },

  /** The path of systemctl. */
  systemctl: environment.CLOUDWARDEN_SYSTEMCTL ?? '/usr/bin/systemctl',

  cluster: () => {
    const host = requireVariable(environment, 'KUBERNETES_SERVICE_HOST');
    const port = environment.KUBERNETES_SERVICE_PORT ?? '443';
    const url = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
    return { url, folder: environment.CLOUDWARDEN_ACCOUNT_FOLDER ?? serviceAccountFolder };
  },
});
