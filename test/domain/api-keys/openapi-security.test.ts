import { openApiDocument } from '#lib/openapi.ts';

type Operation = { operationId: string; security?: unknown };
type Document = { security: unknown; paths: Record<string, Record<string, Operation>> };

describe('the API document', () => {
  it('offers an API key and an access token for every route', () => {
    const { security, paths } = openApiDocument('1') as unknown as Document;
    expect(security).toEqual([{ accessToken: [] }, { apiKey: [] }]);
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const withOwnSecurity = operations.filter((operation) => operation.security !== undefined);
    expect(operations.length).toBeGreaterThan(50);
    expect(withOwnSecurity.map(({ operationId }) => operationId)).toEqual([]);
  });
});
