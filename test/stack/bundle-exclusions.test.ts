import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { bundleCode } from '#lib/stack/bundles.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

let bundleCount = 0;

/** Bundles some code in the same way as functions; `text` is that of the file loaded at first. */
const bundleOf = async (contents: string) => {
  bundleCount += 1;
  const outdir = join(folder, `${bundleCount}`);
  const root = process.cwd();
  const { outputs } = await bundleCode(root, { stdin: { contents, resolveDir: root } }, outdir);
  const entry = join(outdir, 'index.mjs');
  const load = () => import(pathToFileURL(entry).href);
  /** The source files that are loaded with an output. */
  const sourcesOf = (output: string): string[] => {
    const { inputs = {}, imports = [] } = outputs[output] ?? {};
    const atOnce = imports.filter(({ kind }) => kind === 'import-statement');
    return [...Object.keys(inputs), ...atOnce.flatMap(({ path }) => sourcesOf(path))];
  };
  const sourcesAtStart = () => sourcesOf(relative(root, entry));
  return { text: readFileSync(entry, 'utf8'), load, sourcesAtStart };
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

describe('the clients of AWS in a bundle', () => {
  const clients = `
    import { Readable } from 'node:stream';
    import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    const answering = (text) => ({
      region: 'eu-central-1',
      credentials,
      requestHandler: {
        handle: async ({ hostname }) => {
          const body = Readable.from([Buffer.from(text.replace('HOST', hostname))]);
          return { response: { statusCode: 200, headers: {}, body } };
        },
      },
    });

    export const readItem = async () => {
      const client = new DynamoDBClient(answering('{"Item":{"host":{"S":"HOST"}}}'));
      const key = { TableName: 'items', Key: { id: { S: 'one' } } };
      return (await client.send(new GetItemCommand(key))).Item;
    };
    export const readFile = async () => {
      const { S3Client, GetObjectCommand } = await import('@aws-sdk/client-s3');
      const client = new S3Client(answering('from HOST'));
      const { Body } = await client.send(new GetObjectCommand({ Bucket: 'files', Key: 'one' }));
      return Body.transformToString();
    };`;

  it('make their calls as usual', async () => {
    const { load } = await bundleOf(clients);
    const { readItem, readFile } = await load();
    expect(await readItem()).toEqual({ host: { S: 'dynamodb.eu-central-1.amazonaws.com' } });
    expect(await readFile()).toBe('from files.s3.eu-central-1.amazonaws.com');
  });

  it('load what only a later client uses together with that client', async () => {
    const { sourcesAtStart } = await bundleOf(clients);
    const sources = sourcesAtStart();
    expect(sources.some((path) => path.endsWith('/DynamoDBClient.js'))).toBe(true);
    const unneeded = /client-s3|RestXml|Md5|endpoint-cache\/dist|Sha256Js\.js/;
    expect(sources.filter((path) => unneeded.test(path))).toEqual([]);
  });
});
