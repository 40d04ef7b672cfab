/** Seals small secrets for one tenant; a value sealed for one does not open for another. */
export type Secrets = {
  seal(tenantId: string, plain: string): Promise<string>;
  open(tenantId: string, sealed: string): Promise<string>;
};
