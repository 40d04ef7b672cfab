import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of a repository that differ from the point where its branch left `main`: all of them,
 * including uncommitted and deleted ones, and those that still exist.
 */
export const changesIn = (folder: string, main: string) => {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base = 'HEAD'] = git('merge-base', 'HEAD', main);
  const all = [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return { base, all, kept: all.filter((path) => existsSync(join(folder, path))) };
};
