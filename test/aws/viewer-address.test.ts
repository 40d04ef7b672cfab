import { viewerAddress } from '#lib/aws/viewer-address.ts';

const secret = 's'.repeat(64);
const edge = '198.51.100.7';
const viewer = '203.0.113.9';

const addressOf = (headers: Record<string, string>): string =>
  viewerAddress({ headers, requestContext: { identity: { sourceIp: edge } } }, secret);

describe('the address of a caller', () => {
  it('is the viewer that CloudFront names', () => {
    expect(addressOf({ 'x-origin-secret': secret, 'x-viewer-address': viewer })).toBe(viewer);
    expect(addressOf({ 'X-Origin-Secret': secret, 'X-Viewer-Address': viewer })).toBe(viewer);
  });

  it.each([
    ['no secret', {}],
    ['an empty secret', { 'x-origin-secret': '' }],
    ['another secret', { 'x-origin-secret': 't'.repeat(64) }],
    ['the beginning of the secret', { 'x-origin-secret': secret.slice(0, 63) }],
  ])('is that of the connection with %s', (_, headers) => {
    expect(addressOf({ ...headers, 'x-viewer-address': viewer })).toBe(edge);
  });

  it('is that of the connection when CloudFront names no viewer', () => {
    expect(addressOf({ 'x-origin-secret': secret })).toBe(edge);
  });
});
