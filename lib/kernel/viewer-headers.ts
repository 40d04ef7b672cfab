/** Holds the caller's IP address; the site's distribution overwrites whatever was sent. */
export const viewerAddressHeader = 'x-viewer-address';

/** Proves that a request came through the site's distribution. */
export const originSecretHeader = 'x-origin-secret';
