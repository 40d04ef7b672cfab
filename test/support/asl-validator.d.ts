declare module 'asl-validator' {
  /** Validates a definition against the States Language. It writes defaults into its argument. */
  export default function validate(
    definition: object,
    options: { checkArn: boolean; checkPaths: boolean },
  ): { isValid: boolean; errorsText: () => string };
}
