import type { AgentType } from './agent-platform.schema.ts';
import { installationName, linuxProgramPath } from './install-names.schema.ts';
import { programFile } from './program.schema.ts';

type Program = { program_url: string; sha256: string };

/** A temporary file that nobody else can write to while the checksum is verified. */
const tempFile = '"$FILE"';

const downloadCommand = ({ program_url, sha256 }: Program): string =>
  `FILE="$(mktemp)" && curl -fsSL ${program_url} -o ${tempFile} && ` +
  `echo "${sha256}  $FILE" | sha256sum -c -`;

const commands: Record<AgentType, (program: Program) => string> = {
  kubernetes: (program) =>
    [
      downloadCommand(program),
      `kubectl -n ${installationName} create configmap ${installationName} ` +
        `--from-file=${programFile}=${tempFile} --dry-run=client -o yaml | kubectl apply -f -`,
      `kubectl -n ${installationName} rollout restart deployment/${installationName}`,
    ].join(' && '),
  linux: (program) =>
    [
      downloadCommand(program),
      `sudo install -m 0644 ${tempFile} ${linuxProgramPath}`,
      `sudo systemctl restart ${installationName}`,
    ].join(' && '),
};

/** One line of shell that replaces the program of an agent. */
export const updateCommand = (type: AgentType, program: Program): string => commands[type](program);
