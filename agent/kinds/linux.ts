// Jobs on a host: only what its settings allow, and never through a shell.
import { execFile } from 'node:child_process';
import { constants, open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Command, Settings } from '../settings.ts';
import { type Kinds, namedValues, requiredTextOf } from './job-handler.ts';

/** The most bytes of a command's output and of a file. */
const maxOutputBytes = 1024 * 1024;

type CommandResult = { exit_code: number; stdout: string; stderr: string };

const outputLimitMessage = (file: string): string =>
  `${file} printed more than 1 MiB and was stopped: what it did until then is done.`;

const exec = (
  argv: readonly string[],
  { signal, timeoutSeconds }: { signal: AbortSignal; timeoutSeconds: number },
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const [file = '', ...args] = argv;
    const options = {
      signal,
      timeout: timeoutSeconds * 1000,
      maxBuffer: maxOutputBytes,
      // SIGKILL, because a command that ignores SIGTERM would never end.
      killSignal: 'SIGKILL' as const,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' },
      encoding: 'utf8' as const,
    };
    execFile(file, args, options, (error, stdout, stderr) => {
      const code: unknown = error ? error.code : 0;
      if (typeof code === 'number') resolve({ exit_code: code, stdout, stderr });
      else if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
        reject(new Error(outputLimitMessage(file)));
      else if (error?.name === 'AbortError') reject(error);
      else if (error?.killed) reject(new Error(`${file} did not end within ${timeoutSeconds} s.`));
      else if (error?.signal) reject(new Error(`${file} was ended by ${error.signal}.`));
      else reject(new Error(`${file} could not be run: ${error?.message}`));
    });
  });

const argumentsOf = ({ argv, parameters }: Command, values: Record<string, unknown>): string[] => {
  const unknownName = Object.keys(values).find((name) => !Object.hasOwn(parameters, name));
  if (unknownName !== undefined) throw new Error(`The command takes no parameter ${unknownName}.`);
  return argv.map((argument) =>
    argument.replace(/\{(\w+)\}/g, (_, name: string) => {
      const pattern = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      const value = Object.hasOwn(values, name) ? String(values[name]) : '';
      if (!pattern?.test(value)) throw new Error(`The command does not take this as ${name}.`);
      return value;
    }),
  );
};

const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Reads a file in a folder of the settings; symbolic links must not lead out of it. */
const readAllowedFile = async (
  folders: readonly string[],
  requestedPath: string,
): Promise<unknown> => {
  const notAllowedError = new Error('The settings of the agent name no folder with this file.');
  const path = await realpath(requestedPath).catch(() => {
    throw folders.some((folder) => isWithin(folder, requestedPath))
      ? new Error('There is no such file, or the agent may not read it.')
      : notAllowedError;
  });
  const realFolders = await Promise.all(folders.map((one) => realpath(one).catch(() => undefined)));
  if (!realFolders.some((folder) => folder !== undefined && isWithin(folder, path)))
    throw notAllowedError;
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('This is no plain file.');
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(maxOutputBytes),
      0,
      maxOutputBytes,
      0,
    );
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return { path, size: stat.size, text, whole: stat.size <= bytesRead };
  } finally {
    await file.close();
  }
};

/** The kinds of jobs on a host. */
export const linuxKinds = (
  { commands, folders, services }: Settings,
  systemctl: string,
): Kinds => ({
  'linux.run': (args, signal) => {
    const name = requiredTextOf(args, 'command');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new Error(`The settings of the agent name no command "${name}".`);
    const { timeoutSeconds } = command;
    const values = namedValues(args.parameters, '=');
    return exec(argumentsOf(command, values), { signal, timeoutSeconds });
  },

  'linux.read_file': (args) => readAllowedFile(folders, requiredTextOf(args, 'path')),

  'linux.service': async (args, signal) => {
    const [unit, verb] = [requiredTextOf(args, 'unit'), requiredTextOf(args, 'verb')];
    if (!services.includes(unit)) {
      throw new Error(`The settings of the agent name no service "${unit}".`);
    }
    const bounds = { signal, timeoutSeconds: 60 };
    if (verb === 'restart') {
      const result = await exec([systemctl, '--no-ask-password', 'restart', unit], bounds);
      if (result.exit_code !== 0)
        throw new Error(`systemd refused to restart it: ${result.stderr}`);
      return result;
    }
    if (verb !== 'status') throw new Error('A service is looked at or restarted.');
    const details = await exec(
      [systemctl, 'show', unit, '-p', 'ActiveState,SubState,MainPID,NRestarts'],
      bounds,
    );
    const lines = details.stdout.trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  },
});
