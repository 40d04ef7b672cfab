/** What bots work with (spec 3 section 9). */
export const integrationTypes = ['aws', 'azure', 'gcp', 'kubernetes'] as const;
export type IntegrationType = (typeof integrationTypes)[number];
