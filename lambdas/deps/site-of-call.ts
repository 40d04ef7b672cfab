/** The console's address, for functions of the API; each call sets it (`withSiteUrl`). */
export const siteOfCall = { url: '' };
