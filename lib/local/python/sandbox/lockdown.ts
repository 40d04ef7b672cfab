import dgram from 'node:dgram';
import dns from 'node:dns';
import { registerHooks } from 'node:module';
import net from 'node:net';
import { runInNewContext } from 'node:vm';

const deny = (): never => {
  throw new Error('This is not available to code that people wrote.');
};

/** Replaces functions by one that throws; missing ones are ignored. */
const denyAll = (holder: object, names: readonly string[]): void => {
  for (const name of names) {
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (found?.configurable) Object.defineProperty(holder, name, { value: deny });
  }
};

const functionsOf = (holder: object): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(holder))
    .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor')
    .map(([name]) => name);

/** Members of `process` that reach other processes, the machine, or modules. */
const deniedProcessMembers = [
  '_debugEnd',
  '_debugProcess',
  '_kill',
  '_linkedBinding',
  '_startProfilerIdleNotifier',
  'abort',
  'binding',
  'chdir',
  'dlopen',
  'execve',
  'getBuiltinModule',
  'kill',
  'loadEnvFile',
  'report',
  'send',
  'setegid',
  'seteuid',
  'setgid',
  'setgroups',
  'setuid',
];

/** Removes access to the network and other processes for all code that runs from now on. */
export const denyExternalAccess = (): void => {
  denyAll(net.Socket.prototype, ['connect']);
  denyAll(net.Server.prototype, ['listen']);
  denyAll(net, ['connect', 'createConnection', 'createServer', '_createServerHandle']);
  denyAll(dgram.Socket.prototype, ['bind', 'connect', 'send']);
  denyAll(dgram, ['createSocket']);
  denyAll(dns, functionsOf(dns));
  denyAll(dns.promises, functionsOf(dns.promises));
  denyAll(process, deniedProcessMembers);
};

/** From now on nothing can be imported or required, built-in or not. */
export const denyImports = (): void => {
  registerHooks({ resolve: deny, load: deny });
};

/** Removes all globals except those of the language itself, and adds the given ones. */
export const replaceGlobals = (additions: object): void => {
  const builtIns = new Set<unknown>(runInNewContext('Reflect.ownKeys(globalThis)'));
  for (const name of Reflect.ownKeys(globalThis)) {
    if (!builtIns.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  Object.assign(globalThis, additions);
};
