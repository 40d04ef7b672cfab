import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import * as z from 'zod';
import { exclusionPlugins } from '#lib/stack/bundle-exclusions.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

let bundleCount = 0;

/** Bundles some code in the same way as functions. */
const bundleOf = async (contents: string) => {
  bundleCount += 1;
  const outfile = join(folder, `${bundleCount}.mjs`);
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    plugins: exclusionPlugins,
  });
  const load = () => import(pathToFileURL(outfile).href);
  return { text: readFileSync(outfile, 'utf8'), load };
};

const schemas = `
  import * as z from 'zod';
  export const made = z.object({
    name: z.string().min(2).meta({ title: 'Name' }),
    count: z.number().int().optional(),
    kind: z.union([z.literal('a'), z.enum(['b', 'c'])]).default('a'),
    more: z.record(z.string(), z.array(z.unknown())).nullable(),
  });
  export const longest = z.string().max(7).maxLength;`;

/** The schema above, made with unmodified zod. */
const originalSchema = z.object({
  name: z.string().min(2).meta({ title: 'Name' }),
  count: z.number().int().optional(),
  kind: z.union([z.literal('a'), z.enum(['b', 'c'])]).default('a'),
  more: z.record(z.string(), z.array(z.unknown())).nullable(),
});

describe('JSON schemas in a bundle', () => {
  const errorText = 'cannot be represented in JSON Schema';

  it('are generated as usual where they are used', async () => {
    const { text, load } = await bundleOf(`${schemas}
      export const written = z.toJSONSchema(made, { io: 'input' });`);
    const { written } = await load();
    expect(written).toEqual(
      JSON.parse(JSON.stringify(z.toJSONSchema(originalSchema, { io: 'input' }))),
    );
    expect(text).toContain(errorText);
  });

  it('add no code where they are unused, and validation works as usual', async () => {
    const { text, load } = await bundleOf(schemas);
    const { made: schema, longest } = await load();
    expect(text).not.toContain(errorText);
    expect(longest).toBe(7);
    const input = { name: 'It', more: { list: [1] } };
    expect(schema.parse(input)).toEqual({ ...input, kind: 'a' });
    expect(schema['~standard'].validate(input)).toEqual({ value: { ...input, kind: 'a' } });
    expect(schema.safeParse({ name: '' }).error.issues).toEqual(
      originalSchema.safeParse({ name: '' }).error?.issues,
    );
  });

  it('are refused with an explanation when generated in another way', async () => {
    const { made: schema } = await (await bundleOf(schemas)).load();
    const message = 'JSON schemas are written by z.toJSONSchema only.';
    expect(() => schema.toJSONSchema()).toThrow(message);
    expect(() => schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toThrow(message);
    expect(() => schema.shape.name._zod.processJSONSchema({}, {}, {})).toThrow(message);
  });
});

describe('the SDK for models in a bundle', () => {
  it('contains no gateway of its maker, and refuses a model given by name only', async () => {
    const { text, load } = await bundleOf(`
      import { streamText } from 'ai';
      export const ask = async (told) => {
        const { stream } = streamText({
          model: 'gpt-5', prompt: 'Hello', onError: () => undefined, maxRetries: 0,
        });
        for await (const part of stream) if (part.type === 'error') return String(part.error);
      };`);
    expect(text).not.toContain('ai-gateway.vercel.sh');
    const { ask } = await load();
    const error = ask().catch(String);
    expect(await error).toContain('A model was given by its name.');
  });

  it.each(['openai-compatible', 'amazon-bedrock'])('contains the zod parts of %s', async (name) => {
    const { text } = await bundleOf(`export * from '@ai-sdk/${name}';`);
    expect(text).toContain('ZodObject');
    expect(text).not.toContain('fromJSONSchema input is not valid JSON');
  });
});
