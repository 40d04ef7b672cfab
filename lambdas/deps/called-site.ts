/** The console's address, for functions of the API; each call sets it (`knowingSite`). */
export const calledSite = { url: '' };
