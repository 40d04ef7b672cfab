const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** An answer of JSON as API Gateway takes it from a Lambda. */
export const answer = (status: number, body: unknown, more: Record<string, string> = {}) => ({
  statusCode: status,
  headers: { ...headers, ...more },
  body: JSON.stringify(body),
});
