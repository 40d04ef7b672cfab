import type { Files } from '#lib/ports/files.ts';

const invalidKeys = [
  '',
  'org_1',
  '/org_1/a',
  'org_1/',
  'org_1//a',
  '../org_1/a',
  'org_1/../org_2/a',
  'org_1/..',
  'org_1/./a',
  'org_1/a\\..\\b',
  'org_1/a b',
  'org_1/a\n',
  'org_1/a\u0000',
  'org_1/%2e%2e',
  'org_1/\u00e4',
  'org_1/\uff0e\uff0e',
  'org_1/~incoming',
  `org_1/${'a'.repeat(201)}`,
  `org_1${'/a'.repeat(500)}`,
].map((key) => [JSON.stringify(key).slice(0, 30), key] as const);

/** The behaviour that every adapter of the files port must have. */
export const filesContract = (
  adapter: string,
  open: () => Promise<{ files: Files; close: () => unknown }>,
): void => {
  describe(`the files port on ${adapter}`, () => {
    let files: Files;
    let close: () => unknown;

    beforeEach(async () => {
      ({ files, close } = await open());
    });

    afterEach(() => close());

    it.each([
      ['a sentence', 'It is done.'],
      ['an empty text', ''],
      ['letters of all scripts', 'Grüße, 世界 \u{1F512} \u0000 \r\n end'],
      ['five megabytes', 'a\u00e9'.repeat(1_800_000)],
    ])('returns %s as it was stored', async (_, text) => {
      await files.put('org_1/exc_1/answer', text);
      expect(await files.get('org_1/exc_1/answer')).toBe(text);
    });

    it('returns nothing for a key that was never written', async () => {
      await files.put('org_1/exc_1/answer', 'text');
      expect(await files.get('org_1/exc_1/other')).toBeUndefined();
      expect(await files.get('org_2/exc_1/answer')).toBeUndefined();
    });

    it('returns the last text that was stored under a key', async () => {
      await files.put('org_1/a', 'first');
      await files.put('org_1/a', 'second');
      expect(await files.get('org_1/a')).toBe('second');
    });

    it('returns the text of a gzipped file', async () => {
      const text = 'a\u00e9\n'.repeat(100_000);
      await files.put('org_1/rows.ndjson.gz', text);
      expect(await files.get('org_1/rows.ndjson.gz')).toBe(text);
    });

    it('returns nothing for a removed key, which may be removed twice', async () => {
      await files.put('org_1/a', 'text');
      await files.put('org_1/b', 'other');
      await files.remove('org_1/a');
      await files.remove('org_1/a');
      expect(await files.get('org_1/a')).toBeUndefined();
      expect(await files.get('org_1/b')).toBe('other');
    });

    it('removes all files in a folder and no others, once or twice', async () => {
      const names = Array.from({ length: 40 }, (_, at) => `each.0000${at}/node.json`);
      const inside = ['node.json', 'each.000001/deep.000002/item.json', ...names];
      const beside = ['org_1/exc_10/a', 'org_1/exc_1.json', 'org_2/exc_1/a'];
      const keys = [...inside.map((name) => `org_1/exc_1/${name}`), ...beside];
      await Promise.all(keys.map((key) => files.put(key, 'text')));
      await files.removeAll('org_1/exc_1');
      await files.removeAll('org_1/exc_1');
      const texts = await Promise.all(keys.map((key) => files.get(key)));
      expect(texts).toEqual([...inside.map(() => undefined), ...beside.map(() => 'text')]);
    });

    it('keeps a hundred files apart that are stored concurrently', async () => {
      const keys = Array.from({ length: 100 }, (_, index) => `org_1/exc_${index % 10}/n${index}`);
      await Promise.all(keys.map((key) => files.put(key, `text of ${key}`)));
      const texts = await Promise.all(keys.map((key) => files.get(key)));
      expect(texts).toEqual(keys.map((key) => `text of ${key}`));
    });

    it.each(invalidKeys)('refuses %s as a key', async (_, key) => {
      await expect(files.put(key, 'text')).rejects.toThrow('A file key is made of');
      await expect(files.get(key)).rejects.toThrow('A file key is made of');
      await expect((async () => files.remove(key))()).rejects.toThrow('A file key is made of');
      await expect((async () => files.removeAll(key))()).rejects.toThrow('A file key is made of');
    });
  });
};
