declare module 'asl-validator' {
  /** Checks a definition against the States Language. It writes defaults into what it is given. */
  export default function validate(
    definition: object,
    options: { checkArn: boolean; checkPaths: boolean },
  ): { isValid: boolean; errorsText: () => string };
}
