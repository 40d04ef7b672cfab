/** The file name of the program, on the site and on hosts. */
export const programFile = 'cloudwarden-agent.mjs';

/** The URL of the program on the site. */
export const programUrl = (siteUrl: string): string => `${siteUrl}/agent/${programFile}`;
