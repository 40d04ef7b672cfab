/** What the agents of an integration wait for work under. */
export const integrationKey = (tenantId: string, integrationId: string): string =>
  `${tenantId}#${integrationId}`;
