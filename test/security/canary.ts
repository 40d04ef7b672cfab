import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const stem = 'Cnry7Kq2vZx';

/** All forms of a canary: as it is, in other letter case, in base64 or hexadecimal. */
const encodingsOf = (text: string): string[] => [
  text,
  text.toLowerCase(),
  text.toUpperCase(),
  ...['', 'x', 'xx'].map((before) =>
    Buffer.from(before + text)
      .toString('base64')
      .slice(before.length === 0 ? 0 : before.length + 1, -4),
  ),
  Buffer.from(text).toString('hex'),
];

/** Secrets that can be recognised wherever they were kept; `extraTexts` are others to look for. */
export const openCanaries = (extraTexts: readonly string[] = []) => {
  let count = 0;
  const needles = [...encodingsOf(stem), ...extraTexts];
  /** The surroundings of each canary found in a text. */
  const found = (text: string): string[] =>
    needles
      .filter((needle) => text.includes(needle))
      .map((needle) =>
        text.slice(Math.max(0, text.indexOf(needle) - 60), text.indexOf(needle) + 60),
      );
  return {
    stem,
    next: (): string => {
      count += 1;
      return `${stem}${String(count).padStart(4, '0')}w0rd`;
    },
    made: () => count,
    found,
  };
};

/** The files of a folder that contain such a text. */
export const filesWith = (folder: string, isIn: (text: string) => boolean): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isIn(readFileSync(path, 'latin1')));
