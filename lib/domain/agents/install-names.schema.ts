import { programFile } from './program.schema.ts';

/** The name used for everything that an installation creates: namespace, unit and folders. */
export const agentName = 'cloudwarden-agent';

/** The path of the program on a host. */
export const linuxProgram = `/opt/${agentName}/${programFile}`;

/** The folder of the settings of an agent on a host, including its allow lists. */
export const linuxFolder = `/etc/${agentName}`;

/** The Secret in which an agent in a cluster stores its key. */
export const keySecret = `${agentName}-key`;

/** The Secret that contains the enrolment key. */
export const enrolmentSecret = `${agentName}-enrolment`;

/** The ConfigMap with the settings of an agent in a cluster. */
export const settingsMap = `${agentName}-settings`;
