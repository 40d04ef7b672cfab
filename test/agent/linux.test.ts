import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '#test/support/eventually.ts';
import { openAgentScene } from './scene.ts';

const scene = openAgentScene();
beforeAll(scene.open);
afterAll(scene.close);

/** A program that writes its arguments to a file, and does what the test says. */
const writeScript = (folder: string, name: string, lines: string): string => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
};

/** An agent on a host that allows a few things. */
const openHost = async (name: string) => {
  const folder = scene.folderOf(`${name}-host`);
  const logs = scene.folderOf(`${name}-host/logs`);
  const argsFile = join(folder, 'words');
  const echo = writeScript(
    folder,
    'echo',
    `printf '%s|' "$@" >> ${argsFile}\necho said\necho warned >&2`,
  );
  const systemctl = writeScript(
    folder,
    'systemctl',
    `printf '%s|' "$@" >> ${argsFile}
case "$*" in
  *broken*) echo 'Job for broken.service failed.' >&2; exit 1 ;;
  show*) printf 'ActiveState=active\\nSubState=running\\nMainPID=12\\nNRestarts=3\\n' ;;
esac`,
  );
  const command = (path: string, options: object = {}) => ({ argv: [path], ...options });
  const started = await scene.start(name, {
    env: { CLOUDWARDEN_SYSTEMCTL: systemctl, SECRET: 'of the agent' },
    allows: {
      commands: {
        echo: {
          argv: [echo, '--in', '{folder}', 'a b'],
          parameters: { folder: '/[a-z]+' },
        },
        fails: command(writeScript(folder, 'fails', 'echo why >&2; exit 3')),
        endless: command(writeScript(folder, 'endless', "trap '' TERM\nwhile :; do :; done"), {
          timeout_seconds: 1,
        }),
        floods: command(writeScript(folder, 'floods', 'yes')),
        variables: command(writeScript(folder, 'variables', 'env')),
        missing: command('/nowhere/program'),
      },
      folders: [logs],
      services: ['web.service', 'broken.service'],
    },
  });
  const recordedArgs = () => readFileSync(argsFile, 'utf8');
  return { ...started, folder, logs, recordedArgs };
};

type Host = Awaited<ReturnType<typeof openHost>>;

describe('a command on a host', () => {
  let host: Host;
  beforeAll(async () => {
    host = await openHost('commands');
  });

  it('runs as the settings define it, with the values of the job as parameters', async () => {
    const listArgs = { command: 'echo', parameters: ['folder=/srv'] };
    expect(await host.ask('linux.run', listArgs)).toEqual({
      output: { exit_code: 0, stdout: 'said\n', stderr: 'warned\n' },
    });
    expect(host.recordedArgs()).toBe('--in|/srv|a b|');
    const objectArgs = { command: 'echo', parameters: { folder: '/var' } };
    expect(await host.ask('linux.run', objectArgs)).toMatchObject({ output: { exit_code: 0 } });
  });

  it.each([
    ['a name that the settings lack', { command: 'reboot' }, 'name no command "reboot"'],
    ['a name of the prototype', { command: 'constructor' }, 'name no command "constructor"'],
    ['no name', {}, 'lacks command'],
    ['a missing value', { command: 'echo' }, 'does not take this as folder'],
    [
      'a value that does not match',
      { command: 'echo', parameters: ['folder=/srv; rm -rf /'] },
      'does not take this as folder',
    ],
    [
      'a value of two lines',
      { command: 'echo', parameters: { folder: '/srv\n/etc' } },
      'does not take this as folder',
    ],
    [
      'an unknown parameter',
      { command: 'echo', parameters: ['folder=/srv', 'shell=sh'] },
      'takes no parameter shell',
    ],
  ])('is refused and not run: %s', async (_, args, reason) => {
    const before = host.recordedArgs();
    expect(await host.ask('linux.run', args)).toMatchObject({
      error: expect.stringContaining(reason),
      refused: false,
    });
    expect(host.recordedArgs()).toBe(before);
  });

  it('returns its exit code and its output when it fails', async () => {
    expect(await host.ask('linux.run', { command: 'fails' })).toEqual({
      output: { exit_code: 3, stdout: '', stderr: 'why\n' },
    });
  });

  it.each([
    ['endless', 'did not end within 1 s'],
    ['floods', 'printed more than 1 MiB and was stopped'],
    ['missing', 'could not be run'],
  ])('reports why it was stopped or could not run: %s', async (command, reason) => {
    const result = await host.ask('linux.run', { command });
    expect(result.error).toContain(reason);
  });

  it('receives no environment variable of the agent', async () => {
    const { output } = await host.ask('linux.run', { command: 'variables' });
    expect(JSON.stringify(output)).not.toContain('cw_first');
    expect(JSON.stringify(output)).not.toContain('of the agent');
  });
});

describe('a file of a host', () => {
  let host: Host;
  beforeAll(async () => {
    host = await openHost('files');
    writeFileSync(join(host.logs, 'app.log'), 'a line\n');
    writeFileSync(join(host.logs, 'large.log'), 'x'.repeat(1024 * 1024 + 1));
    writeFileSync(join(host.folder, 'secret'), 'secret');
    symlinkSync(join(host.folder, 'secret'), join(host.logs, 'link'));
    symlinkSync(host.folder, join(host.logs, 'out'));
  });

  const readFile = (path: string) => host.ask('linux.read_file', { path });

  it('is readable in a folder that the settings name', async () => {
    const path = join(host.logs, 'app.log');
    expect(await readFile(path)).toEqual({
      output: { path, size: 7, text: 'a line\n', whole: true },
    });
  });

  it('is returned up to 1 MiB and then marked as incomplete', async () => {
    const { output } = await readFile(join(host.logs, 'large.log'));
    const { text, ...rest } = output as { text: string };
    expect(rest).toMatchObject({ size: 1024 * 1024 + 1, whole: false });
    expect(text).toHaveLength(1024 * 1024);
  });

  it.each([
    ['beside the folder', '../secret', 'name no folder with this file'],
    ['behind a link', 'link', 'name no folder with this file'],
    ['in a folder behind a link', 'out/secret', 'name no folder with this file'],
    ['a missing file', 'none.log', 'no such file'],
    ['the folder itself', '.', 'name no folder with this file'],
  ])('is not readable: %s', async (_, path, reason) => {
    const { error } = await readFile(`${host.logs}/${path}`);
    expect(error).toContain(reason);
  });

  it('is not readable elsewhere, and its existence is not revealed', async () => {
    const [existing, missing] = [await readFile('/etc/passwd'), await readFile('/etc/none')];
    expect(existing.error).toContain('name no folder with this file');
    expect(missing).toEqual(existing);
  });
});

describe('a service of a host', () => {
  let host: Host;
  beforeAll(async () => {
    host = await openHost('services');
  });

  const service = (unit: string, verb: string) => host.ask('linux.service', { unit, verb });

  it('reports its state', async () => {
    expect(await service('web.service', 'status')).toEqual({
      output: { ActiveState: 'active', SubState: 'running', MainPID: '12', NRestarts: '3' },
    });
  });

  it('is restarted once', async () => {
    expect(await service('web.service', 'restart')).toMatchObject({ output: { exit_code: 0 } });
    expect(host.recordedArgs().split('restart|web.service|')).toHaveLength(2);
  });

  it('reports the message of systemd when it cannot be restarted', async () => {
    const { error } = await service('broken.service', 'restart');
    expect(error).toContain('Job for broken.service failed.');
  });

  it('is not changed when the settings do not name it, or by another verb', async () => {
    expect((await service('ssh.service', 'restart')).error).toContain('no service "ssh.service"');
    expect((await service('web.service', 'stop')).error).toContain('looked at or restarted');
    expect(host.recordedArgs()).not.toContain('stop');
  });
});

describe('the jobs of an agent on a host', () => {
  it('are refused if their kind is unknown', async () => {
    const { ask } = await scene.start('kinds');
    for (const kind of ['kubernetes.list', 'linux.exec', 'toString']) {
      expect((await ask(kind, {})).error).toBe(`This agent does no jobs of the kind ${kind}.`);
    }
  });

  it('stop their program when the time of the node is over', async () => {
    const folder = scene.folderOf('stopped-host');
    const alive = join(folder, 'pid');
    const waits = writeScript(folder, 'waits', `echo $$ > ${alive}\nexec sleep 600`);
    const { ask } = await scene.start('stopped', {
      allows: { commands: { waits: { argv: [waits], timeout_seconds: 600 } } },
    });
    const { error } = await ask('linux.run', { command: 'waits' }, 2);
    expect(error).toContain('did not end within the time of its node');
    const pid = Number(readFileSync(alive, 'utf8'));
    await eventually(
      async () => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      },
      (isAlive) => !isAlive,
    );
  });
});
