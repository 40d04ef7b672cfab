import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type * as zod from 'zod';
import { plainSchemas } from '#lib/stack/plain-schemas.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

/** Zod as our code has it in a bundle. */
const bundleZod = async (): Promise<typeof zod> => {
  const outfile = join(folder, 'zod.mjs');
  await build({
    stdin: { contents: "export * from 'zod';", resolveDir: process.cwd() },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [plainSchemas],
  });
  return import(pathToFileURL(outfile).href);
};

describe('a schema without parameters in a bundle', () => {
  it('is created once, even as an optional schema', async () => {
    const z = await bundleZod();
    expect(z.string()).toBe(z.string());
    expect(z.string().optional()).toBe(z.string().optional());
    expect(z.number().int().optional()).toBe(z.number().int().optional());
    expect(z.boolean()).toBe(z.boolean());
    expect(z.unknown()).toBe(z.unknown());
  });

  it('is not changed by schemas that are derived from it', async () => {
    const z = await bundleZod();
    const titled = z.string().meta({ title: 'Name' });
    const short = z.string().min(1).max(3).optional();
    expect(z.string().meta()).toBeUndefined();
    expect(titled.meta()).toEqual({ title: 'Name' });
    expect(z.string().safeParse('').success).toBe(true);
    expect(z.string().optional().safeParse('long enough').success).toBe(true);
    expect(short.safeParse('').success).toBe(false);
    expect(short.safeParse('long').success).toBe(false);
    expect(short.safeParse(undefined).success).toBe(true);
    expect(z.number().int().min(3).safeParse(2).success).toBe(false);
    expect(z.number().int().safeParse(2).success).toBe(true);
    expect(z.number().int().safeParse(2.5).success).toBe(false);
  });

  it('does not have the messages of schemas with parameters', async () => {
    const z = await bundleZod();
    const messageOf = (schema: zod.ZodType) => schema.safeParse({}).error?.issues[0]?.message;
    const customSchema = z.string('Enter a name.');
    expect(messageOf(customSchema)).toBe('Enter a name.');
    expect(messageOf(z.number({ error: 'Enter a number.' }))).toBe('Enter a number.');
    expect(messageOf(z.string())).not.toBe('Enter a name.');
    expect(z.string('Enter a name.')).not.toBe(customSchema);
  });
});
