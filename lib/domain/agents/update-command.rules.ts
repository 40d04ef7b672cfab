import type { AgentType } from './agent-platform.schema.ts';
import { agentName, linuxProgram } from './install-names.schema.ts';
import { programFile } from './program.schema.ts';

type Program = { program_url: string; sha256: string };

/** A temporary file that nobody else can write to while the checksum is verified. */
const beside = '"$FILE"';

const fetched = ({ program_url, sha256 }: Program): string =>
  `FILE="$(mktemp)" && curl -fsSL ${program_url} -o ${beside} && ` +
  `echo "${sha256}  $FILE" | sha256sum -c -`;

const commands: Record<AgentType, (program: Program) => string> = {
  kubernetes: (program) =>
    [
      fetched(program),
      `kubectl -n ${agentName} create configmap ${agentName} ` +
        `--from-file=${programFile}=${beside} --dry-run=client -o yaml | kubectl apply -f -`,
      `kubectl -n ${agentName} rollout restart deployment/${agentName}`,
    ].join(' && '),
  linux: (program) =>
    [
      fetched(program),
      `sudo install -m 0644 ${beside} ${linuxProgram}`,
      `sudo systemctl restart ${agentName}`,
    ].join(' && '),
};

/** One line of shell that replaces the program of an agent. */
export const updateCommand = (type: AgentType, program: Program): string =>
  commands[type](program);
