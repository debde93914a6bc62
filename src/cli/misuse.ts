/** The command line is invalid. The message is printed with the usage, and the exit code is 2. */
export class MisuseError extends Error {
  readonly code = 'ORIEL_CLI_MISUSE';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MisuseError';
  }
}
