import { waitFor } from '@testing-library/react';
import { clickWhenEnabled } from './click-when-enabled.ts';
import { type Loopback, openLoopback } from '#test/support/loopback.ts';

/** Collects the files that the page offers for saving from now on; jsdom saves none. */
export const collectSavedFiles = () => {
  const files: Blob[] = [];
  const names: string[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  const keep = (file: Blob): string => `blob:${files.push(file)}`;
  Object.assign(URL, { createObjectURL: keep, revokeObjectURL: () => undefined });
  HTMLAnchorElement.prototype.click = function save() {
    names.push(this.download);
  };
  const restore = (): void => {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    HTMLAnchorElement.prototype.click = click;
  };
  return { files, names, restore };
};

/** The text of a file; blobs of jsdom have no `text`. */
export const readFileText = (file: Blob | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    );
    if (file) reader.readAsText(file);
    else reject(new Error('There is no such file.'));
  });

/** A server of one list, whose pages are found by their cursor: '' is the first. */
export const serveList = async (
  pages: Readonly<Record<string, object>>,
): Promise<Loopback & { requests: readonly Record<string, string>[] }> => {
  const requests: Record<string, string>[] = [];
  const server = await openLoopback(({ query }) => {
    requests.push(Object.fromEntries(query));
    return {
      headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
      body: JSON.stringify(pages[query.get('next') ?? '']),
    };
  });
  return { ...server, requests };
};

/** Exports the shown list: the name and the lines of the saved file. */
export const exportShownList = async () => {
  const { files, names, restore } = collectSavedFiles();
  await clickWhenEnabled('Export to CSV');
  await waitFor(() => expect(files).toHaveLength(1));
  restore();
  const lines = (await readFileText(files[0])).split('\r\n');
  expect(lines.pop()).toBe('');
  return { name: names[0], lines };
};
