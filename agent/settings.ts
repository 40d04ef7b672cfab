// The settings file of an agent: its type, where it enrols, and what it may do here.
import { readFileSync } from 'node:fs';
import { isSecureUrl } from '../lib/domain/agents/address.rules.ts';

/** A command that jobs may run: its words, and the values that may replace `{name}` in them. */
export type Command = {
  argv: string[];
  /** A pattern for each name; the whole value given by a job must match. */
  parameters: Record<string, RegExp>;
  timeoutSeconds: number;
};

export type Settings = {
  /** The console's address without a trailing slash. */
  url: string;
  agentId: string;
  type: 'kubernetes' | 'linux';
  commands: Record<string, Command>;
  /** Folders whose files may be read. */
  folders: string[];
  /** Units of systemd that may be inspected and restarted. */
  services: string[];
  /** `host:port` of private addresses that may be called. */
  hosts: string[];
};

export class SettingsError extends Error {}

const throwInvalid = (problem: string): never => {
  throw new SettingsError(`The settings are wrong: ${problem}`);
};

const parseRecord = (value: unknown, name: string): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : throwInvalid(`${name} is no object.`);

const parseTexts = (value: unknown, name: string): string[] => {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isList ? value : throwInvalid(`${name} is no list of texts.`);
};

const parseCommand = (name: string, value: unknown): Command => {
  const { argv, parameters = {}, timeout_seconds = 60 } = parseRecord(value, `commands.${name}`);
  const commandLine = parseTexts(argv, `commands.${name}.argv`);
  if (!commandLine[0]?.startsWith('/'))
    throwInvalid(`commands.${name}.argv begins with no absolute path.`);
  const isTime = typeof timeout_seconds === 'number' && timeout_seconds > 0;
  if (!isTime) throwInvalid(`commands.${name}.timeout_seconds is no number of seconds.`);
  const patterns = Object.entries(parseRecord(parameters, `commands.${name}.parameters`));
  return {
    argv: commandLine,
    parameters: Object.fromEntries(
      patterns.map(([key, pattern]) => [key, new RegExp(`^(?:${String(pattern)})$`)]),
    ),
    timeoutSeconds: Number(timeout_seconds),
  };
};

const parseAddress = (value: unknown): string => {
  const url = URL.parse(String(value));
  if (!url) return throwInvalid('url is no address.');
  return isSecureUrl(url)
    ? url.href.replace(/\/+$/, '')
    : throwInvalid('url does not begin with https://.');
};

/** Same format as `hostPortOf`; a host without a port stands for ports 443 and 80. */
const parseHostPorts = (value: string): string[] => {
  const [first, second] = ['https', 'http'].map((scheme) => URL.parse(`${scheme}://${value}`));
  if (!first || !second || first.href !== `https://${first.host}/`) {
    return throwInvalid(`hosts names no host: ${value}.`);
  }
  // A URL omits its scheme's default port.
  const port = first.port || second.port;
  return port === '' ? [hostPortOf(first), hostPortOf(second)] : [`${first.hostname}:${port}`];
};

/** The host and port of an address. */
export const hostPortOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;

/** Reads the settings; throws a `SettingsError` that says what is wrong. */
export const readSettings = (path: string): Settings => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SettingsError(`The settings file ${path} cannot be read: ${String(error)}`);
  }
  const {
    url,
    agent_id,
    integration_type,
    commands = {},
    ...lists
  } = parseRecord(parsed, 'the file');
  if (typeof agent_id !== 'string' || !/^agt_[0-9a-f]{44}$/.test(agent_id)) {
    return throwInvalid('agent_id is no id of an agent.');
  }
  if (integration_type !== 'kubernetes' && integration_type !== 'linux') {
    return throwInvalid('integration_type is neither kubernetes nor linux.');
  }
  const commandEntries = Object.entries(parseRecord(commands, 'commands'));
  return {
    url: parseAddress(url),
    agentId: agent_id,
    type: integration_type,
    commands: Object.fromEntries(
      commandEntries.map(([name, one]) => [name, parseCommand(name, one)]),
    ),
    folders: parseTexts(lists.folders, 'folders'),
    services: parseTexts(lists.services, 'services'),
    hosts: parseTexts(lists.hosts, 'hosts').flatMap(parseHostPorts),
  };
};
