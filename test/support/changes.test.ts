import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesIn } from './changes.ts';

let folder: string;

const git = (...args: string[]): void => {
  const userOptions = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  execFileSync('git', [...userOptions, ...args], { cwd: folder, stdio: 'ignore' });
};

const write = (name: string, text = name): void => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changes-'));
  git('init', '-b', 'main');
  write('one.ts');
  write('two.ts');
  git('add', '.');
  git('commit', '-m', 'First');
  git('switch', '-c', 'work');
});

afterEach(() => rmSync(folder, { recursive: true }));

const changes = () => {
  const { all, kept } = changesIn(folder, 'main');
  return { all, kept };
};

describe('the files that have changed', () => {
  it('are none without changes', () => {
    expect(changes()).toEqual({ all: [], kept: [] });
  });

  it('include committed, modified and new files', () => {
    write('one.ts', 'other');
    git('commit', '-am', 'Second');
    write('two.ts', 'other');
    write('three.ts');
    const names = ['one.ts', 'two.ts', 'three.ts'];
    expect(changes()).toEqual({ all: names, kept: names });
  });

  it('include deleted files', () => {
    rmSync(join(folder, 'two.ts'));
    expect(changes()).toEqual({ all: ['two.ts'], kept: [] });
  });

  it('include both names of a renamed file', () => {
    renameSync(join(folder, 'two.ts'), join(folder, 'three.ts'));
    git('add', '.');
    git('commit', '-m', 'Second');
    expect(changes()).toEqual({ all: ['three.ts', 'two.ts'], kept: ['three.ts'] });
  });
});
