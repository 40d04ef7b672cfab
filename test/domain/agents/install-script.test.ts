import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { enrolmentKeyPlaceholder } from '#lib/domain/agents/agent.schema.ts';
import { installerOf } from '#lib/domain/agents/install.rules.ts';
import { sha256 } from '#lib/kernel/ids.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((one) => rmSync(one, { recursive: true, force: true })));

const agentId = (digit: string) => `agt_${digit.repeat(44)}`;

/** A host with systemd, with folders of the test and fake programs that record their calls. */
const openHost = () => {
  const root = mkdtempSync(join(tmpdir(), 'host-'));
  folders.push(root);
  const bin = join(root, 'bin');
  mkdirSync(bin);
  for (const one of ['etc/systemd/system', 'etc/polkit-1/rules.d', 'opt']) {
    mkdirSync(join(root, one), { recursive: true });
  }
  const program = (name: string, lines: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program('id', 'echo 0');
  program('systemctl', `echo "$@" >> ${root}/systemctl`);
  program('curl', `cp ${root}/served "$4"`);
  const path = (name: string) => join(root, name);
  const read = (name: string) => readFileSync(path(name), 'utf8');

  /** Runs the script as the page hands it out. */
  const install = ({ id = '0', key = 'cw_first', text = 'one', services = '' } = {}) => {
    writeFileSync(path('served'), text);
    const release = { program: text, sha256: sha256(text) };
    const of = { site: 'https://console.example', release, mayChange: false };
    const { content } = installerOf({ _id: agentId(id), integration_type: 'linux' }, of);
    const script = content
      .replaceAll(enrolmentKeyPlaceholder, key)
      .replaceAll(/\/(etc|opt)\//g, `${root}/$1/`);
    const env = { PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync('sh', {
      input: script,
      encoding: 'utf8',
      env: { ...env, ...(services && { RESTART_SERVICES: services }) },
    });
    return { status, output: stdout + stderr };
  };

  const settings = 'etc/cloudwarden-agent/agent.json';
  return {
    install,
    path,
    read,
    settings: () => JSON.parse(read(settings)),
    write: (text: string) => writeFileSync(path(settings), text),
    modeOf: (name: string) => statSync(path(name)).mode & 0o777,
  };
};

type Host = ReturnType<typeof openHost>;

/** Whether polkit allows an operation on a unit, by the installed rule. */
const mayRestart = (host: Host, unit: string, request: { user?: string; verb?: string } = {}) => {
  type Rule = (action: object, subject: object) => string | undefined;
  let rule: Rule = () => undefined;
  const polkit = {
    Result: { YES: 'yes' },
    addRule: (one: Rule) => {
      rule = one;
    },
    log: () => undefined,
    spawn: ([program, ...args]: string[]) => {
      const { status, stdout } = spawnSync(String(program), args, { encoding: 'utf8' });
      if (status !== 0) throw new Error('It failed.');
      return stdout;
    },
  };
  runInNewContext(host.read('etc/polkit-1/rules.d/50-cloudwarden-agent.rules'), { polkit });
  const { user = 'cloudwarden-agent', verb = 'restart' } = request;
  const details: Record<string, string> = { unit, verb };
  const id = 'org.freedesktop.systemd1.manage-units';
  return rule({ id, lookup: (name: string) => details[name] }, { user }) === 'yes';
};

describe('the installation script for hosts', () => {
  it('installs an agent without any permissions', () => {
    const host = openHost();
    expect(host.install()).toMatchObject({ status: 0 });
    expect(host.settings()).toEqual({
      url: 'https://console.example',
      agent_id: agentId('0'),
      integration_type: 'linux',
      commands: {},
      folders: [],
      services: [],
      hosts: [],
    });
    expect(host.read('opt/cloudwarden-agent/cloudwarden-agent.mjs')).toBe('one');
    expect(host.read('etc/cloudwarden-agent/enrolment-key')).toBe('cw_first');
    expect(host.modeOf('etc/cloudwarden-agent/enrolment-key')).toBe(0o600);
    expect(host.modeOf('etc/cloudwarden-agent/agent.json')).toBe(0o644);
    const unit = host.read('etc/systemd/system/cloudwarden-agent.service');
    expect(unit).toMatch(/^ExecStart=\/.*node .*cloudwarden-agent\.mjs$/m);
    expect(host.read('systemctl')).toBe(
      'daemon-reload\nenable cloudwarden-agent.service\nrestart cloudwarden-agent.service\n',
    );
    expect(mayRestart(host, 'nginx.service')).toBe(false);
  });

  it('keeps the settings when run again, and replaces the program and the key', () => {
    const host = openHost();
    host.install();
    const allows = {
      commands: { disk: { argv: ['/usr/bin/df'] } },
      folders: ['/var/log/app'],
      services: ['web.service'],
      hosts: ['10.0.0.7:8080'],
      note: 'Ours.',
    };
    host.write(JSON.stringify({ ...host.settings(), ...allows, url: 'https://old.example' }));
    const secondInstall = host.install({ key: 'cw_second', text: 'two' });
    expect(secondInstall).toMatchObject({ status: 0 });
    expect(secondInstall.output).toContain('It may use these commands: disk.');
    expect(host.settings()).toMatchObject({
      ...allows,
      url: 'https://console.example',
      agent_id: agentId('0'),
    });
    expect(host.read('opt/cloudwarden-agent/cloudwarden-agent.mjs')).toBe('two');
    expect(host.read('etc/cloudwarden-agent/enrolment-key')).toBe('cw_second');
    const before = host.read('etc/cloudwarden-agent/agent.json');
    host.install({ key: 'cw_second', text: 'two' });
    expect(host.read('etc/cloudwarden-agent/agent.json')).toBe(before);
  });

  it('turns the host into another agent and reports the change', () => {
    const host = openHost();
    host.install();
    const { status, output } = host.install({ id: '1' });
    expect(status).toBe(0);
    expect(output).toContain(`This host was the agent ${agentId('0')}`);
    expect(host.settings()).toMatchObject({ agent_id: agentId('1') });
  });

  it('adds services to the settings, which decide what polkit allows', () => {
    const host = openHost();
    host.install({ services: 'web.service db.service' });
    host.install({ services: 'db.service  cache.service' });
    expect(host.settings().services).toEqual(['web.service', 'db.service', 'cache.service']);
    expect(mayRestart(host, 'db.service')).toBe(true);
    expect(mayRestart(host, 'ssh.service')).toBe(false);
    expect(mayRestart(host, 'db.service', { verb: 'stop' })).toBe(false);
    expect(mayRestart(host, 'db.service', { user: 'somebody' })).toBe(false);
    host.write(JSON.stringify({ ...host.settings(), services: ['ssh.service'] }));
    expect(mayRestart(host, 'db.service')).toBe(false);
    expect(mayRestart(host, 'ssh.service')).toBe(true);
    host.write('{');
    expect(mayRestart(host, 'ssh.service')).toBe(false);
  });

  it('changes nothing if the settings are not valid JSON', () => {
    const host = openHost();
    host.install();
    host.write('{ "commands": ');
    const { status, output } = host.install({ text: 'two', key: 'cw_second' });
    expect(status).not.toBe(0);
    expect(output).toContain('is not valid JSON. Correct it, or remove it');
    expect(host.read('etc/cloudwarden-agent/agent.json')).toBe('{ "commands": ');
    expect(host.read('opt/cloudwarden-agent/cloudwarden-agent.mjs')).toBe('one');
    expect(host.read('etc/cloudwarden-agent/enrolment-key')).toBe('cw_first');
  });

  it('works without polkit and reports that polkit is missing', () => {
    const host = openHost();
    rmSync(host.path('etc/polkit-1'), { recursive: true });
    const { status, output } = host.install();
    expect(status).toBe(0);
    expect(output).toContain('This host has no polkit');
    expect(existsSync(host.path('etc/polkit-1'))).toBe(false);
  });

  it.each([
    ['a program of another checksum', (host: Host) => installWrongProgram(host), 'wrong checksum'],
    [
      'its key missing',
      (host: Host) => host.install({ key: enrolmentKeyPlaceholder }),
      'put the key of the agent',
    ],
  ])('installs nothing with %s', (_, install, reason) => {
    const host = openHost();
    const { status, output } = install(host);
    expect(status).not.toBe(0);
    expect(output).toContain(reason);
    expect(existsSync(host.path('etc/cloudwarden-agent/agent.json'))).toBe(false);
  });
});

/** Serves another program than the one that the script names, as an attacker would. */
const installWrongProgram = (host: Host) => {
  const curl = host.path('bin/curl');
  writeFileSync(curl, `#!/bin/sh\necho evil > "$4"\n`);
  return host.install();
};
