/** What bots work with. */
export const integrationTypes = ['aws', 'azure', 'gcp', 'kubernetes'] as const;
export type IntegrationType = (typeof integrationTypes)[number];
