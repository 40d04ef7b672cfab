import { programFile } from './program.schema.ts';

/** The name used for everything that an installation creates: namespace, unit and folders. */
export const installationName = 'cloudwarden-agent';

/** The path of the program on a host. */
export const linuxProgramPath = `/opt/${installationName}/${programFile}`;

/** The folder of the settings of an agent on a host, including its allow lists. */
export const linuxFolder = `/etc/${installationName}`;

/** The Secret in which an agent in a cluster stores its key. */
export const keySecret = `${installationName}-key`;

/** The Secret that contains the enrolment key. */
export const enrolmentSecret = `${installationName}-enrolment`;

/** The ConfigMap with the settings of an agent in a cluster. */
export const settingsConfigMap = `${installationName}-settings`;
