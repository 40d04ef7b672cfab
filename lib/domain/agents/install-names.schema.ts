import { programFile } from './program.schema.ts';

/** What everything that an installation makes is called: the namespace, the unit, the folders. */
export const agentName = 'cloudwarden-agent';

/** The program on a host. */
export const linuxProgram = `/opt/${agentName}/${programFile}`;

/** The settings of an agent on a host, its allow lists among them. */
export const linuxFolder = `/etc/${agentName}`;

/** The Secret in which an agent in a cluster keeps its key. */
export const keySecret = `${agentName}-key`;

/** The Secret that holds what it enrols with. */
export const enrolmentSecret = `${agentName}-enrolment`;

/** The ConfigMap with the settings of an agent in a cluster. */
export const settingsMap = `${agentName}-settings`;
