/** The name of the program, where it is served and where it is installed. */
export const programFile = 'cloudwarden-agent.mjs';

/** Where the site serves it. */
export const programUrl = (siteUrl: string): string => `${siteUrl}/agent/${programFile}`;
