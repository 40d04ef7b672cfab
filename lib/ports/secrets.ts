/** Encrypts small secrets; a value that is sealed for one tenant does not open for another. */
export type Secrets = {
  seal(tenantId: string, plaintext: string): Promise<string>;
  open(tenantId: string, sealed: string): Promise<string>;
};
