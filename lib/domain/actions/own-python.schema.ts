import * as z from 'zod';
import { typeName } from '../integrations/integration.schema.ts';

/** Maximum characters of code, the same as in a Python node. */
const maxCodeLength = 100_000;

/** Maximum number of integrations that one action may call. */
const maxClients = 10;

/** Python keywords in lower case, which cannot be attribute names after `clients.`. */
const pythonKeywords: ReadonlySet<string> = new Set(
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
  .refine((name) => !pythonKeywords.has(name), 'This is a Python keyword. Choose another name.');

/** An integration that the code calls: a `PythonClient`. */
export const pythonClient = z.strictObject({
  name: clientName,
  integration_type: typeName,
  read_only: z.boolean().default(false),
});

/** No invisible characters such as direction marks: readers must see the same code as Python. */
const visibleText = /^[^\p{Cf}\p{Cc}]*$/u;

/** Python code as written by an organisation: a `PythonWork` within limits. */
export const pythonWork = z
  .strictObject({
    code: z
      .string('Please enter code')
      .max(maxCodeLength, `Keep the code below ${maxCodeLength.toLocaleString('en')} characters.`)
      .refine((code) => code.trim() !== '', 'Please enter code')
      .refine(
        (code) => visibleText.test(code.replace(/[\t\r\n]/g, '')),
        'Leave out characters that cannot be seen, or write them as \\u escapes.',
      ),
    clients: z
      .array(pythonClient)
      .max(maxClients, `Keep at most ${maxClients} clients.`)
      .default([]),
  })
  .check(({ value, issues }) => {
    const seenNames = new Set<string>();
    for (const [index, { name }] of value.clients.entries()) {
      const message = 'Another client has this name.';
      const path = ['clients', index, 'name'];
      if (seenNames.has(name)) issues.push({ code: 'custom', input: value, path, message });
      seenNames.add(name);
    }
  });
