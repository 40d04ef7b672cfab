import type { AgentType } from './agent.schema.ts';
import { agentName, linuxProgram } from './install-names.schema.ts';
import { programFile } from './program.schema.ts';

type Program = { program_url: string; sha256: string };

const fetched = ({ program_url, sha256 }: Program, file: string): string =>
  `curl -fsSL ${program_url} -o ${file} && echo "${sha256}  ${file}" | sha256sum -c -`;

/** Where the new program lies until its checksum was looked at. */
const beside = `/tmp/${programFile}`;

const commands: Record<AgentType, (program: Program) => string> = {
  kubernetes: (program) =>
    [
      fetched(program, beside),
      `kubectl -n ${agentName} create configmap ${agentName} --from-file=${beside} ` +
        '--dry-run=client -o yaml | kubectl apply -f -',
      `kubectl -n ${agentName} rollout restart deployment/${agentName}`,
    ].join(' && '),
  linux: (program) =>
    [
      fetched(program, beside),
      `sudo install -m 0644 ${beside} ${linuxProgram}`,
      `sudo systemctl restart ${agentName}`,
    ].join(' && '),
};

/** One line for a shell that replaces the program of an agent. */
export const updateCommand = (type: AgentType, program: Program): string =>
  commands[type](program);
