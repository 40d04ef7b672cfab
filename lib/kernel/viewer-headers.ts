/** Names the address of who calls; the site's distribution writes it over whatever was sent. */
export const viewerAddressHeader = 'x-viewer-address';

/** Proves that a call came through the site's distribution. */
export const originSecretHeader = 'x-origin-secret';
