import * as z from 'zod';
import { typeName } from '../integrations/integration.schema.ts';

/** Characters of the code of an action, as of a node that holds code. */
const longestCode = 100_000;

/** Integrations that one action may call. */
const mostClients = 10;

/** Small words that `clients.<name>` cannot be followed by. */
const pythonWords: ReadonlySet<string> = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const clientName = z
  .string('Please enter name')
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    'Start with a lowercase letter; use lowercase letters, digits and underscores, ' +
      '40 characters at most.',
  )
  .refine((name) => !pythonWords.has(name), 'This is a word of Python. Choose another name.');

/** An integration that the code calls, as `PythonClient` says. */
export const pythonClient = z.strictObject({
  name: clientName,
  integration_type: typeName,
  read_only: z.boolean().default(false),
});

/** Whoever reads the code must see what Python reads: no marks that turn the direction of text. */
const seen = /^[^\p{Cf}\p{Cc}]*$/u;

/** Python as an organisation writes it: as `PythonWork` says, within bounds. */
export const pythonWork = z
  .strictObject({
    code: z
      .string('Please enter code')
      .max(longestCode, `Keep the code below ${longestCode.toLocaleString('en')} characters.`)
      .refine((code) => code.trim() !== '', 'Please enter code')
      .refine(
        (code) => seen.test(code.replace(/[\t\r\n]/g, '')),
        'Leave out characters that cannot be seen, or write them as \\u and their number.',
      ),
    clients: z
      .array(pythonClient)
      .max(mostClients, `Keep at most ${mostClients} clients.`)
      .default([]),
  })
  .check(({ value, issues }) => {
    const known = new Set<string>();
    for (const [index, { name }] of value.clients.entries()) {
      const message = 'Another client has this name.';
      const path = ['clients', index, 'name'];
      if (known.has(name)) issues.push({ code: 'custom', input: value, path, message });
      known.add(name);
    }
  });
