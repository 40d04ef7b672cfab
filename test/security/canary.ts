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

/** Secrets that can be recognised wherever they were kept; `also` are others to look for. */
export const openCanaries = (also: readonly string[] = []) => {
  let made = 0;
  const looks = [...encodingsOf(stem), ...also];
  /** The surroundings of each canary found in a text. */
  const found = (text: string): string[] =>
    looks
      .filter((look) => text.includes(look))
      .map((look) => text.slice(Math.max(0, text.indexOf(look) - 60), text.indexOf(look) + 60));
  return {
    stem,
    next: (): string => {
      made += 1;
      return `${stem}${String(made).padStart(4, '0')}w0rd`;
    },
    made: () => made,
    found,
  };
};

/** The files of a folder that contain such a text. */
export const filesWith = (folder: string, isIn: (text: string) => boolean): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isIn(readFileSync(path, 'latin1')));
