import { evaluate, type Scope } from '#lib/engine/expression.ts';

/** A scope as in runs, new for every call. */
export const scope = (): Scope => ({
  event: {
    id: 'f-1',
    severity: 'HIGH',
    score: 7.5,
    empty: [],
    nothing: null,
    hosts: [
      { id: 'h1', region: 'eu-west-1', open: 2 },
      { id: 'h2', region: 'us-east-1', open: 0 },
      { id: 'h3', region: 'eu-west-1', open: 5 },
    ],
  },
  nodes: {
    Fetch: { status: 200, body: { items: [{ n: 1 }, { n: 2 }] } },
    'Ask owner': { status: 'approved' },
  },
  run: { id: 'exc_1', bot: 'Tidy up', started_at: '2026-03-01T10:00:00.000Z', trigger: null },
  site: { url: 'https://cloudwarden.example' },
});

/** The value of an expression in that scope. */
export const evaluateCode = (code: string, scopeData: Scope = scope()): Promise<unknown> =>
  evaluate(`{% ${code} %}`, scopeData);

/** The error of a rejected expression, or a marker if it is accepted. */
export const evaluationErrorOf = (code: string, scopeData?: Scope): Promise<string> =>
  evaluateCode(code, scopeData).then(
    (result) => `it yields ${JSON.stringify(result)?.slice(0, 60)}`,
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'no error'),
  );
